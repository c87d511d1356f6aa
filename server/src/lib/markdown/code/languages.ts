/** Programming languages by their info strings. The table is parsed on first use. */

/**
 * A table of facts, generated: the names of programming languages as clients know them, and what people type for them.
 * Entries are separated by `;` or a line end; each is the name, the grammar of highlight.js that colors it (or nothing),
 * and what is typed, in lower case, separated by spaces.
 */
export const languageTable = `ABAP||abap;ABNF|abnf|abnf;ActionScript|actionscript|actionscript as;ActionScript 3|actionscript|actionscript3 as3;Ada|ada|ada ada95 ada2005;ADL||adl;Agda||agda;Aheui||aheui;Alloy||alloy;AmbientTalk||ambienttalk ambienttalk/2 at;AMDGPU||amdgpu;Ampl||ampl;Angular2||ng2;ANSYS parametric design language||ansys apdl;ANTLR||antlr
ANTLR With ActionScript Target||antlr-actionscript antlr-as;ANTLR With C# Target||antlr-csharp antlr-c#;ANTLR With CPP Target||antlr-cpp;ANTLR With Java Target||antlr-java;ANTLR With ObjectiveC Target||antlr-objc;ANTLR With Perl Target||antlr-perl;ANTLR With Python Target||antlr-python;ANTLR With Ruby Target||antlr-ruby antlr-rb
ApacheConf|apache|apacheconf aconf apache;APL||apl;AppleScript|applescript|applescript osascript;Arduino|arduino|arduino ino;Arrow||arrow;Arturo||arturo art;ASCII armored||asc pem;ASN.1||asn1;AspectJ||aspectj;aspx-cs||aspx-cs;aspx-vb||aspx-vb;Asymptote||asymptote asy;Augeas||augeas;autohotkey|autohotkey|autohotkey ahk
AutoIt|autoit|autoit;Awk|awk|awk gawk mawk nawk;BARE||bare;Base Makefile||basemake;Bash|bash|bash sh ksh zsh shell openrc;Bash Session|shell|console shell-session shellsession;Batchfile|dos|batch bat dosbatch winbatch dos cmd;BBC Basic||bbcbasic;BBCode||bbcode;BC||bc;Bdd||bdd;Befunge||befunge;Berry||berry be;BibTeX||bibtex bib
BlitzBasic||blitzbasic b3d bplus;BlitzMax||blitzmax bmax;Blueprint||blueprint;BNF|bnf|bnf;Boa||boa;Boo||boo;Boogie||boogie;BQN||bqn;Brainfuck||brainfuck bf;BST||bst bst-pybtex;BUGS||bugs winbugs openbugs;C|c|c h;C#|csharp|csharp c# cs;C++|cpp|cpp c++ cc h++ hpp hh hxx cxx;c-objdump||c-objdump;ca65 assembler||ca65;cADL||cadl
CAmkES||camkes idl4;Cap'n Proto|capnproto|capnp capnproto;CapDL||capdl;Carbon||carbon;CBM BASIC V2||cbmbas;CDDL||cddl;Ceylon||ceylon;CFEngine3||cfengine3 cf3;cfstatement||cfs;ChaiScript||chaiscript chai;Chapel||chapel chpl;Charmci||charmci;Cheetah||cheetah spitfire;Cirru||cirru;Clay||clay;Clean||clean
Clojure|clojure|clojure clj edn;ClojureScript|clojure|clojurescript cljs;CMake|cmake|cmake cmake.in;COBOL||cobol;COBOLFree||cobolfree;CodeQL||codeql ql;CoffeeScript|coffeescript|coffeescript coffee-script coffee cson iced;Coldfusion CFC||cfc;Coldfusion HTML||cfm;COMAL-80||comal comal80;Common Lisp|lisp|common-lisp cl lisp
Component Pascal||componentpascal cp;cplint||cplint;cpp-objdump||cpp-objdump c++-objdumb cxx-objdump;CPSA||cpsa;Crmsh||crmsh pcmk;Croc||croc;Cryptol||cryptol cry;Crystal|crystal|cr crystal;Csound Document||csound-document csound-csd;Csound Orchestra||csound csound-orc;Csound Score||csound-score csound-sco;CSS|css|css
CSS+Django/Jinja||css+django css+jinja;CSS+Genshi Text||css+genshitext css+genshi;CSS+Lasso||css+lasso;CSS+Mako||css+mako;CSS+mozpreproc||css+mozpreproc;CSS+Myghty||css+myghty;CSS+PHP||css+php;CSS+Ruby||css+ruby css+erb;CSS+Smarty||css+smarty;CSS+UL4||css+ul4;CUDA|cpp|cuda cu;Cypher||cypher;Cython|python|cython pyx pyrex;D|d|d
d-objdump||d-objdump;Darcs Patch||dpatch;Dart|dart|dart;DASM16||dasm16;Dax||dax;Debian Control file||debcontrol control;Debian Sourcelist||debsources sourceslist sources.list;Debian Sources file||debian.sources;Delphi|delphi|delphi pas pascal objectpascal dpr dfm;Desktop file|ini|desktop;Devicetree|dts|devicetree dts;dg||dg
Diff|diff|diff udiff patch;Django/Jinja|django|django jinja;Docker|dockerfile|docker dockerfile;DTD||dtd;Duel||duel jbst jsonml+bst;Dylan||dylan;Dylan session||dylan-console dylan-repl;DylanLID||dylan-lid lid;E-mail||email eml;Earl Grey||earl-grey earlgrey eg;Easytrieve||easytrieve;EBNF|ebnf|ebnf;eC||ec;ECL||ecl;Eiffel||eiffel
Elixir|elixir|elixir ex exs;Elixir iex session||iex;Elm|elm|elm;Elpi||elpi;EmacsLisp|lisp|emacs-lisp elisp emacs;Embedded Ragel||ragel-em;ERB|erb|erb;Erlang|erlang|erlang;Erlang erl session||erl;Evoque||evoque;execline||execline;Ezhil||ezhil;F#|fsharp|fsharp f# fs;Factor||factor;Fancy||fancy fy;Fantom||fan;Felix||felix flx
Fennel||fennel fnl;Fift||fift fif;Fish||fish fishshell;Flatline||flatline;FloScript||floscript flo;Forth||forth;Fortran|fortran|fortran f90 f95;FortranFixed|fortran|fortranfixed;FoxPro||foxpro vfp clipper xbase;Freefem||freefem;FStar||fstar;FunC||func fc;Futhark||futhark;g-code||gcode;GAP||gap;GAP session||gap-console gap-repl
GAS||gas asm;GDScript||gdscript gd;Genshi||genshi kid xml+genshi xml+kid;Genshi Text||genshitext;Gettext Catalog||pot po;Gherkin|gherkin|gherkin cucumber feature;Gleam||gleam;GLSL|glsl|glsl;Gnuplot||gnuplot;Go|go|go golang;Golo||golo;GoodData-CL||gooddata-cl;GoogleSQL||googlesql zetasql;Gosu||gosu;Gosu Template||gst
GraphQL|graphql|graphql gql;Graphviz||graphviz dot;Groff||groff nroff man;Groovy|groovy|groovy;GSQL||gsql;Haml|haml|haml;Handlebars|handlebars|handlebars;Hare||hare;Haskell|haskell|haskell hs;Haxe|haxe|haxe hxsl hx;Hexdump||hexdump;HLSL|glsl|hlsl;HSAIL||hsail hsa;Hspec||hspec
HTML|xml|html xhtml rss atom xjb xsd xsl plist wsf svg;HTML + Angular2||html+ng2;HTML+Cheetah||html+cheetah html+spitfire htmlcheetah;HTML+Django/Jinja|django|html+django html+jinja htmldjango;HTML+Evoque||html+evoque;HTML+Genshi||html+genshi html+kid
HTML+Handlebars|handlebars|html+handlebars hbs html.hbs html.handlebars htmlbars;HTML+Lasso||html+lasso;HTML+Mako||html+mako;HTML+Myghty||html+myghty;HTML+PHP||html+php;HTML+Smarty||html+smarty;HTML+Twig|twig|html+twig;HTML+UL4||html+ul4;HTML+Velocity||html+velocity;HTTP|http|http https;Hxml||haxeml hxml;Hy||hylang hy
Hybris||hybris;Icon||icon;IDL||idl;Idris||idris idr;Igor||igor igorpro;Inform 6||inform6 i6;Inform 6 template||i6t;Inform 7||inform7 i7;INI|ini|ini cfg dosini;Io||io;Ioke||ioke ik;IRC logs||irc;Isabelle||isabelle;J||j;JAGS||jags;Janet||janet;Jasmin||jasmin jasminxt;Java|java|java;Java Server Page||jsp
JavaScript|javascript|javascript js mjs cjs;JavaScript+Cheetah||javascript+cheetah js+cheetah javascript+spitfire js+spitfire;JavaScript+Django/Jinja||javascript+django js+django javascript+jinja js+jinja;JavaScript+Genshi Text||js+genshitext js+genshi javascript+genshitext javascript+genshi
JavaScript+Lasso||javascript+lasso js+lasso;JavaScript+Mako||javascript+mako js+mako;Javascript+mozpreproc||javascript+mozpreproc;JavaScript+Myghty||javascript+myghty js+myghty;JavaScript+PHP||javascript+php js+php;JavaScript+Ruby||javascript+ruby js+ruby javascript+erb js+erb;JavaScript+Smarty||javascript+smarty js+smarty
Javascript+UL4||js+ul4;JCL||jcl;JMESPath||jmespath jp;JSGF||jsgf;JSLT||jslt;JSON|json|json json-object jsonc;JSON-LD|json|jsonld json-ld;JSON5|json|json5;Jsonnet||jsonnet;JSX|javascript|jsx react;Julia|julia|julia jl;Julia console|julia-repl|jlcon julia-repl jldoctest;Juttle||juttle;K||k;Kal||kal
Kconfig||kconfig menuconfig linux-config kernel-config;Kernel log||kmsg dmesg;Koka||koka;Kotlin|kotlin|kotlin kt kts ktm ktx;Kuin||kuin;Kusto||kql kusto;Lasso||lasso lassoscript;LDAP configuration file||ldapconf ldaprc;LDIF||ldif;Lean||lean lean3;Lean4||lean4;LessCss|less|less;Lighttpd configuration file||lighttpd lighty
LilyPond||lilypond;Limbo||limbo;liquid||liquid;Literate Agda||literate-agda lagda;Literate Cryptol||literate-cryptol lcryptol lcry;Literate Haskell||literate-haskell lhaskell lhs;Literate Idris||literate-idris lidris lidr;LiveScript|livescript|livescript live-script ls;LLVM|llvm|llvm;LLVM-MIR||llvm-mir
LLVM-MIR Body||llvm-mir-body;Logos||logos;Logtalk||logtalk;LSL||lsl;Lua|lua|lua pluto;Luau|lua|luau;Macaulay2||macaulay2;Makefile|makefile|make makefile mf bsdmake mk mak;Mako||mako;Maple||maple;MAQL||maql;Markdown|markdown|markdown md mkdown mkd;Mask||mask;Mason||mason;Mathematica||mathematica mma nb wl wolfram
Matlab|matlab|matlab;Matlab session||matlabsession;Maxima|maxima|maxima macsyma;MCFunction||mcfunction mcf;MCSchema||mcschema;Meson||meson meson.build;MIME||mime;MiniD||minid;MiniScript||miniscript ms;MIPS|mipsasm|mips mipsasm;Modelica||modelica;Modula-2||modula2 m2;MoinMoin/Trac Wiki markup||trac-wiki moin;Mojo||mojo 🔥
Monkey||monkey;Monte||monte;MOOCode||moocode moo;MoonScript|moonscript|moonscript moon;Mosel||mosel;mozhashpreproc||mozhashpreproc;mozpercentpreproc||mozpercentpreproc;MQL||mql mq4 mq5 mql4 mql5;Mscgen||mscgen msc;MSDOS Session||doscon;MuPAD||mupad;MXML||mxml;Myghty||myghty;MySQL|sql|mysql;NASM|x86asm|nasm x86asm;NCL||ncl
Nemerle||nemerle;nesC||nesc;NestedText||nestedtext nt;NewLisp||newlisp;Newspeak||newspeak;Nginx configuration file|nginx|nginx nginxconf;Nimrod|nim|nimrod nim;Nit||nit;Nix|nix|nixos nix;Node.js REPL console session||nodejsrepl;Notmuch||notmuch;NSIS|nsis|nsis nsi nsh;Numba_IR||numba_ir numbair;NumPy||numpy;NuSMV||nusmv
objdump||objdump;objdump-nasm||objdump-nasm;Objective-C|objectivec|objective-c objectivec obj-c objc mm;Objective-C++|objectivec|objective-c++ objectivec++ obj-c++ objc++;Objective-J||objective-j objectivej obj-j objj;OCaml|ocaml|ocaml ml;Octave|matlab|octave;ODIN||odin;OMG Interface Definition Language||omg-idl;Ooc||ooc
Opa||opa;OpenEdge ABL||openedge abl progress;OpenSCAD|openscad|openscad scad;Org Mode||org orgmode org-mode;PacmanConf||pacmanconf;Pan||pan;ParaSail||parasail;Pawn||pawn;PDDL||pddl;PEG||peg;Perl|perl|perl pl pm;Perl6||perl6 pl6 raku;Phix||phix;PHP|php|php php3 php4 php5;Pig||pig;Pike||pike;PkgConfig||pkgconfig;PL/pgSQL||plpgsql
Pointless||pointless;Pony|pony|pony;Portugol||portugol;PostgreSQL console (psql)||psql postgresql-console postgres-console;PostgreSQL EXPLAIN dialect||postgres-explain;PostgreSQL SQL dialect|pgsql|postgresql postgres pgsql;PostScript||postscript postscr;POVRay||pov;PowerShell|powershell|powershell pwsh posh ps1 psm1 ps
PowerShell Session||pwsh-session ps1con;Praat||praat;Procfile||procfile;Prolog|prolog|prolog;Promela||promela;PromQL||promql;Properties|properties|properties jproperties;Protocol Buffer|protobuf|protobuf proto;PRQL||prql;PsySH console session for PHP||psysh;PTX||ptx;Pug||pug jade;Puppet|puppet|puppet pp;PyPy Log||pypylog pypy
Python|python|python py sage python3 py3 bazel starlark pyi gyp ipython;Python 2.x|python|python2 py2;Python 2.x Traceback||py2tb;Python console session|python-repl|pycon python-console python-repl;Python Traceback||pytb py3tb;Python+UL4||py+ul4;Q|q|q kdb;QBasic|basic|qbasic basic;Qlik||qlik qlikview qliksense qlikscript
QML|qml|qml qbs qt;QVTO||qvto qvt;Racket|scheme|racket rkt;Ragel||ragel;Ragel in C Host||ragel-c;Ragel in CPP Host||ragel-cpp;Ragel in D Host||ragel-d;Ragel in Java Host||ragel-java;Ragel in Objective C Host||ragel-objc;Ragel in Ruby Host||ragel-ruby ragel-rb;RConsole||rconsole rout;Rd||rd;ReasonML|reasonml|reasonml reason re
REBOL||rebol;Red||red red/system;Redcode||redcode;reg||registry;Rego||rego;Relax-NG Compact||rng-compact rnc;Rell||rell;ResourceBundle||resourcebundle resource;reStructuredText||restructuredtext rst rest;Rexx||rexx arexx;RHTML|erb|rhtml html+erb html+ruby;Ride||ride;Rita||rita;Roboconf Graph||roboconf-graph
Roboconf Instances||roboconf-instances;RobotFramework||robotframework;Rocq Prover|coq|coq rocq rocq-prover;RPMSpec||spec;RQL||rql;RSL||rsl;Ruby|ruby|ruby rb duby gemspec podspec thor;Ruby irb session||rbcon irb;Rust|rust|rust rs;S|r|splus s r;SARL||sarl;SAS|sas|sas;Sass||sass;Savi||savi;Scala|scala|scala;Scalate Server Page||ssp
Scaml||scaml;scdoc||scdoc scd;Scheme|scheme|scheme scm;Scilab|scilab|scilab sci;SCSS|scss|scss;Sed||sed gsed ssed;Shen||shen;ShExC||shexc shex;Sieve||sieve;Silver||silver;Singularity||singularity;Slash||slash;Slim||slim;Slurm|bash|slurm sbatch;Smali|smali|smali;Smalltalk|smalltalk|smalltalk squeak st;SmartGameFormat||sgf
Smarty||smarty;Smithy||smithy;SNBT||snbt;Snobol||snobol;Snowball||snowball;Solidity||solidity;Soong||androidbp bp soong;Sophia||sophia;SourcePawn||sp;SPARQL||sparql;Spice||spice spicelang;SQL|sql|sql;SQL+Jinja||sql+jinja;sqlite3con||sqlite3;SquidConf||squidconf squid.conf squid;Srcinfo||srcinfo;Stan|stan|stan stanfuncs
Standard ML|sml|sml;Stata|stata|stata do ado;SuperCollider||supercollider sc;Swift|swift|swift;SWIG||swig;Systemd|ini|systemd;systemverilog|verilog|systemverilog sv;TableGen||tablegen td;Tact||tact;TADS 3||tads3;Tal||tal uxntal;TAP|tap|tap;TASM|x86asm|tasm;Tcl|tcl|tcl tk;Tcsh||tcsh csh;Tcsh Session||tcshcon;Tea||tea;teal||teal
Tera Term macro||teratermmacro teraterm ttl;Termcap||termcap;Terminfo||terminfo;Terraform||terraform tf hcl;TeX|latex|tex latex;Text only||text;Text output||output;ThingsDB||ti thingsdb;Thrift|thrift|thrift;tiddler||tid;Tl-b||tlb;TLS Presentation Language||tls;Todotxt||todotxt;TOML|ini|toml;TrafficScript||trafficscript rts
Transact-SQL|sql|tsql t-sql;Treetop||treetop;TSX|typescript|tsx;Turtle||turtle;Twig|twig|twig craftcms;TypeScript|typescript|typescript ts mts cts;Typographic Number Theory||tnt;TypoScript||typoscript;TypoScriptCssData||typoscriptcssdata;TypoScriptHtmlData||typoscripthtmldata;Typst||typst;ucode||ucode;UL4||ul4;Unicon||unicon
Unix/Linux config files||unixconfig linuxconfig;UrbiScript||urbiscript;urlencoded||urlencoded;USD||usd usda;Vala|vala|vala vapi;VB.net|vbnet|vb.net vbnet lobas oobas sobas visual-basic visualbasic vb;VBScript|vbscript|vbscript vbs;VCL||vcl;VCLSnippets||vclsnippets vclsnippet;VCTreeStatus||vctreestatus;Velocity||velocity
Verifpal||verifpal;verilog|verilog|verilog v svh;VGL||vgl;vhdl|vhdl|vhdl;VimL|vim|vim;Visual Prolog||visualprolog;Visual Prolog Grammar||visualprologgrammar;Vue||vue;Vyper||vyper;WDiff||wdiff;Web IDL||webidl;WebAssembly|wasm|wast wat wasm;WebGPU Shading Language||wgsl;Whiley||whiley;Wikitext||wikitext mediawiki
World of Warcraft TOC||wowtoc;Wren|wren|wren;X++||xpp x++;X10||x10 xten;XML|xml|xml;XML+Cheetah||xml+cheetah xml+spitfire;XML+Django/Jinja||xml+django xml+jinja;XML+Evoque||xml+evoque;XML+Lasso||xml+lasso;XML+Mako||xml+mako;XML+Myghty||xml+myghty;XML+PHP||xml+php;XML+Ruby||xml+ruby xml+erb;XML+Smarty||xml+smarty;XML+UL4||xml+ul4
XML+Velocity||xml+velocity;Xorg||xorg.conf;XQuery|xquery|xquery xqy xq xql xqm xpath;XSLT|xml|xslt;Xtend||xtend;xtlang||extempore;XUL+mozpreproc||xul+mozpreproc;YAML|yaml|yaml yml;YAML+Jinja||yaml+jinja salt sls;YANG||yang;YARA||yara yar;Zeek||zeek bro;Zephir||zephir;Zig||zig;Zone|dns|zone dns bind`;

export interface Language {
  /** The name in clients and in playground settings, such as `Python`. */
  name: string;
  /** Its grammar, or `''`. */
  grammar: string;
}

let byAlias: Map<string, Language> | undefined;

function buildIndex(): Map<string, Language> {
  const index = new Map<string, Language>();
  for (const entry of languageTable.split(/[;\n]/)) {
    const [name = '', grammar = '', aliases = ''] = entry.split('|');
    const language = { name, grammar };
    for (const alias of aliases.split(' ')) index.set(alias, language);
    if (!index.has(name.toLowerCase())) index.set(name.toLowerCase(), language);
  }
  return index;
}

/** Case-insensitive: `py`, `Python` and `PYTHON3` are the same language. */
export function languageByName(typed: string): Language | undefined {
  byAlias ??= buildIndex();
  return byAlias.get(typed.toLowerCase());
}
