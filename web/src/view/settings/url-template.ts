/** Expands URL templates (RFC 6570) with string values. */
type Operator = { first: string; between: string; isNamed?: boolean; isOpen?: boolean };

const plain: Operator = { first: '', between: ',' };

const operators: Partial<Record<string, Operator>> = {
  '+': { first: '', between: ',', isOpen: true },
  '#': { first: '#', between: ',', isOpen: true },
  '.': { first: '.', between: '.' },
  '/': { first: '/', between: '/' },
  ';': { first: ';', between: ';', isNamed: true },
  '?': { first: '?', between: '&', isNamed: true },
  '&': { first: '&', between: '&', isNamed: true },
};

/** Variables without a value are left out. */
export const filledIn = (template: string, values: Readonly<Record<string, string | undefined>>): string =>
  template.replaceAll(/\{([+#./;?&]?)([^{}]*)\}/g, (_, sign: string, names: string) => {
    const operator = operators[sign] ?? plain;
    const parts = names.split(',').flatMap((spec) => getPart(spec, operator, values));
    return parts.length === 0 ? '' : operator.first + parts.join(operator.between);
  });

function getPart(
  spec: string,
  { isNamed, isOpen, first }: Operator,
  values: Readonly<Record<string, string | undefined>>,
): string[] {
  const [, name = '', length] = /^([^:*]*)(?::(\d+)|\*)?$/.exec(spec) ?? [];
  const value = values[name];
  if (value === undefined) return [];
  const cut = length === undefined ? value : [...value].slice(0, Number(length)).join('');
  const encoded = isOpen === true ? encodeURI(cut) : encodeAll(cut);
  if (isNamed !== true) return [encoded];
  return [encoded === '' && first === ';' ? name : `${name}=${encoded}`];
}

const encodeAll = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
