export type KeptFocus = (element: HTMLElement | null) => () => void

/**
 * A ref for elements that take each other's place: who of them goes with the focus leaves it to the first that comes.
 * It must be the same function for all of them, at each drawing.
 */
export function createKeptFocus(): KeptFocus {
  let isLeft = false
  return element => {
    if (isLeft) element?.focus()
    isLeft = false
    return () => {
      if (element !== null && element === document.activeElement) isLeft = true
    }
  }
}
