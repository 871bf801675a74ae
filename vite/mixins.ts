type Declarations = Readonly<Record<string, string>>

/** The mixins of style sheets, which some 400 rules use: `@mixin row var(--space-2);` lays out in a row with gaps of that size. */
export const mixins = {
  row: (_mixin: unknown, gap: string): Declarations => ({display: 'flex', 'align-items': 'center', gap}),
  'inline-row': (_mixin: unknown, gap: string): Declarations => ({
    display: 'inline-flex',
    'align-items': 'center',
    gap,
  }),
  'wrapping-row': (_mixin: unknown, gap: string): Declarations => ({
    display: 'flex',
    'flex-wrap': 'wrap',
    'align-items': 'center',
    gap,
  }),
  wrapping: (_mixin: unknown, gap: string): Declarations => ({display: 'flex', 'flex-wrap': 'wrap', gap}),
  column: (_mixin: unknown, gap: string): Declarations => ({display: 'flex', 'flex-direction': 'column', gap}),
  /** Links or tabs in one line, which is scrolled where it is longer than the screen. */
  'scrolling-line': {'flex-wrap': 'nowrap', 'overflow-x': 'auto', 'white-space': 'nowrap', 'scrollbar-width': 'none'},
  /** Text for screen readers alone: it is not visible, but it is still read out. */
  spoken: {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    'clip-path': 'inset(50%)',
    'white-space': 'nowrap',
  },
  /** The number of lines after which an ellipsis says that there are more. */
  clamped: (_mixin: unknown, lines: string): Declarations => ({
    display: '-webkit-box',
    overflow: 'hidden',
    '-webkit-box-orient': 'vertical',
    '-webkit-line-clamp': lines,
  }),
  truncated: {overflow: 'hidden', 'text-overflow': 'ellipsis', 'white-space': 'nowrap'},
  surface: {
    border: '1px solid var(--line)',
    'border-radius': 'var(--radius-panel)',
    background: 'var(--surface)',
  },
  overlay: {
    border: '1px solid var(--line-strong)',
    'border-radius': 'var(--radius-panel)',
    background: 'var(--overlay)',
    'box-shadow': 'var(--shadow-overlay)',
    color: 'var(--text)',
  },
  outlined: {border: '1px solid var(--line-strong)', 'border-radius': 'var(--radius-control)'},
  /** A size of type, such as 12. */
  quiet: (_mixin: unknown, size: string): Declarations => ({font: `var(--type-${size})`, color: 'var(--text-dim)'}),
}
