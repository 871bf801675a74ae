/** Begins a row of links or tabs, which phones scroll, with the open one in view. */
export function currentInView(row: HTMLElement | null): void {
  const current = row?.querySelector('[aria-current=page], [aria-selected=true]')
  current?.scrollIntoView({block: 'nearest', inline: 'center'})
}
