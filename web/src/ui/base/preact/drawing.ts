/**
 * What the page needs of `preact/compat`: the whole of that is 3 kB of the first load, and looks at every attribute of every
 * element that is drawn.
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

/** Draws what lies over the page at the end of a container, where nothing cuts it off. */
export const createPortal = (children: ComponentChildren, container: Element): ComponentChild =>
  h(Portal, { container, children });

type PortalProps = { container: Element; children: ComponentChildren };

/** Its effects come before those of the component that it stands in, which look for what is drawn here. */
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

/** A tree of its own knows nothing of what is above it. */
class Inherit extends Component<{ context: object; children: ComponentChildren }> {
  override getChildContext() {
    return this.props.context;
  }

  override render() {
    return this.props.children;
  }
}

/** Draws a component again only where its properties differ. */
export function memo<Props extends object>(
  Inner: FunctionComponent<Props>,
  isSame: (a: Props, b: Props) => boolean = isShallowlyEqual,
): FunctionComponent<Props> {
  function Memo(this: Component<Props>, props: Props): ComponentChild {
    this.shouldComponentUpdate = (next) => !isSame(this.props, next);
    return h(Inner, props);
  }
  return Memo as FunctionComponent<Props>;
}

/** Asked for each row at each step of the wheel: nothing is made for it but the names. */
function isShallowlyEqual(a: object, b: object): boolean {
  const [before, after] = [a as Record<string, unknown>, b as Record<string, unknown>];
  const names = Object.keys(before);
  return (
    names.length === Object.keys(after).length &&
    names.every((name) => before[name] === after[name] && name in after)
  );
}
