/** The style of the line of each place: never its colour alone. */
export interface Stroke {
  color: string
  dash: 'Solid' | 'ShortDash' | 'ShortDot' | 'LongDash' | 'ShortDashDot' | 'LongDashDotDot'
  /** The same as an SVG writes it, for a line of two pixels. */
  dashArray: string
  symbol: 'circle' | 'square' | 'diamond' | 'triangle' | 'triangle-down'
}

const STROKES: readonly Stroke[] = [
  {color: 'var(--data-1)', dash: 'Solid', dashArray: 'none', symbol: 'circle'},
  {color: 'var(--data-2)', dash: 'ShortDash', dashArray: '6 2', symbol: 'square'},
  {color: 'var(--data-3)', dash: 'ShortDot', dashArray: '2 2', symbol: 'diamond'},
  {color: 'var(--data-4)', dash: 'LongDash', dashArray: '12 4', symbol: 'triangle'},
  {color: 'var(--data-5)', dash: 'ShortDashDot', dashArray: '6 2 2 2', symbol: 'triangle-down'},
  {color: 'var(--data-6)', dash: 'LongDashDotDot', dashArray: '10 2 2 2 2 2', symbol: 'circle'},
]

const [FIRST = {color: 'var(--data-1)', dash: 'Solid', dashArray: 'none', symbol: 'circle'}] = STROKES

export const strokeOf = (place: number): Stroke => STROKES[place] ?? FIRST
