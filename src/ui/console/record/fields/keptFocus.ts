export type KeptFocus = (element: HTMLElement | null) => () => void

/**
 * Creates a ref for elements that replace each other: when the focused one is removed, the next one takes the focus.
 * All of them must get the same function at every render, because React detaches a ref whose function changes.
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
