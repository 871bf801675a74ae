export type Watch = (card: HTMLLIElement) => () => void

/** The part of the screen's height by which the view is extended, so that what scrolls in is filled already. */
const MARGIN = '50%'

/** Tells the `data-device` of the watched elements that are near the view, from the top down, whenever they change. */
export function watchInView(tell: (deviceIds: readonly string[]) => void): Watch {
  const near = new Set<Element>()
  const observer = new IntersectionObserver(
    entries => {
      for (const {target, isIntersecting} of entries) {
        if (isIntersecting || holdsFocus(target)) near.add(target)
        else near.delete(target)
      }
      tell([...near].sort(inDocument).flatMap(deviceIdOf))
    },
    {rootMargin: `${MARGIN} 0px`},
  )
  return card => {
    observer.observe(card)
    return () => {
      observer.unobserve(card)
      near.delete(card)
    }
  }
}

/** An element that has the focus must stay filled, because emptying it would lose the focus. */
const holdsFocus = (element: Element): boolean => element.contains(document.activeElement)

const inDocument = (one: Element, other: Element): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1

const deviceIdOf = (element: Element): string[] => {
  const id = element instanceof HTMLElement ? element.dataset.device : undefined
  return id === undefined ? [] : [id]
}
