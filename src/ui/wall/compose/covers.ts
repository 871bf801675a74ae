import type {ComposeRef} from '../../../machines/wall/compose'

/** Gives the focus to a panel. */
export const focusPanel = (id: string | null) =>
  coversNow()
    .find(({dataset}) => dataset.cover === id)
    ?.focus()

/** Removes a panel, and gives the focus to its neighbour. */
export function removePanel(compose: ComposeRef, id: string) {
  const covers = coversNow()
  const at = covers.findIndex(({dataset}) => dataset.cover === id)
  compose.send({type: 'panel.removed', id})
  ;(covers[at + 1] ?? covers[at - 1])?.focus()
}

const coversNow = () => [...document.querySelectorAll<HTMLElement>('[data-cover]')]
