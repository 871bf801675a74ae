/** Whether the screen shows the list and the chosen key one after the other. The width is that of the style sheets. */
export const isNarrow = (): boolean => window.matchMedia('(max-width: 40em)').matches
