export type Watch<Item extends HTMLElement = HTMLLIElement> = (item: Item) => () => void

/** The part of the screen's height by which the view is extended, so that what scrolls in is filled already. */
const MARGIN = '50%'

/**
 * Tells the names of the watched elements that are near the view, from the top down, whenever they change. An element
 * has its name in its data attribute `attribute`.
 */
export function watchInView<Item extends HTMLElement = HTMLLIElement>(
  attribute: string,
  notify: (names: readonly string[]) => void,
): Watch<Item> {
  const nameOf = (element: Element): string[] => {
    const name = element instanceof HTMLElement ? element.dataset[attribute] : undefined
    return name === undefined ? [] : [name]
  }
  const near = new Set<Element>()
  const observer = new IntersectionObserver(
    entries => {
      for (const {target, isIntersecting} of entries) {
        if (isIntersecting || holdsFocus(target)) near.add(target)
        else near.delete(target)
      }
      notify([...near].sort(inDocument).flatMap(nameOf))
    },
    {rootMargin: `${MARGIN} 0px`},
  )
  return item => {
    observer.observe(item)
    return () => {
      observer.unobserve(item)
      near.delete(item)
    }
  }
}

/** An element that has the focus must stay filled, because emptying it would lose the focus. */
const holdsFocus = (element: Element): boolean => element.contains(document.activeElement)

const inDocument = (one: Element, other: Element): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1
