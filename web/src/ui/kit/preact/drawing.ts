/**
 * The parts of `preact/compat` that the page needs: all of it would add 3 kB to the first load, and inspects every
 * attribute of every rendered element.
 */
import {
  Component,
  h,
  render,
  type ComponentChild,
  type ComponentChildren,
  type FunctionComponent,
} from 'preact';
import { useLayoutEffect, useMemo } from 'preact/hooks';

/** Renders an overlay at the end of a container, where nothing clips it. */
export const createPortal = (children: ComponentChildren, container: Element): ComponentChild =>
  h(Portal, { container, children });

type PortalProps = { container: Element; children: ComponentChildren };

/** Its effects run before those of the parent component, which look for what is rendered here. */
function Portal({ container, children }: PortalProps, context: object = {}) {
  const host = useMemo(() => {
    const element = document.createElement('div');
    element.className = 'portal';
    return element;
  }, []);
  useLayoutEffect(() => {
    container.append(host);
    return () => {
      render(null, host);
      host.remove();
    };
  }, []);
  useLayoutEffect(() => render(h(Inherit, { context, children }), host));
  return null;
}

/** A separate tree does not inherit the context. */
class Inherit extends Component<{ context: object; children: ComponentChildren }> {
  override getChildContext() {
    return this.props.context;
  }

  override render() {
    return this.props.children;
  }
}

/** Renders a component again only if its properties differ. */
export function memo<Props extends object>(
  Inner: FunctionComponent<Props>,
  isSame: (a: Props, b: Props) => boolean = isShallowlyEqual,
): FunctionComponent<Props> {
  function Memo(this: Component<Props>, props: Props): ComponentChild {
    this.shouldComponentUpdate = (next) => !isSame(this.props, next);
    return h(Inner, props);
  }
  // Preact calls it as a component, which sets `this`.
  return Memo as FunctionComponent<Props>;
}

/** Called for each row on each step of the wheel, so it allocates nothing but the names. */
function isShallowlyEqual(a: object, b: object): boolean {
  const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(before);
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => before[name] === after[name] && name in after)
  );
}
