import {deviceAt, indexOfLine, type Line, lineAt} from './lines'

/** The lines of the list as they are laid out. `view` is the same object as long as the viewer wants the same list. */
export interface Layout {
  lines: readonly Line[]
  starts: readonly number[]
  view: unknown
  selected: {deviceId: string | null; key: string | null}
}

export interface Place {
  /** The first scroll offset, with the selected line in view. */
  initial(layout: Layout, height: number): number
  /** Sets the scroll offset for changed lines. It is to be called before they are painted. */
  laidOut(layout: Layout, scroller: Element): void
  /** Remembers which line is where. */
  scrolled(scroller: Element): void
  /** From now on the viewer scrolls the list. */
  touched(): void
  /** The selected line is to be in view, until the viewer scrolls. */
  reveal(): void
}

/**
 * Keeps the list where its viewer wants it. A list that was opened by a link to a device follows the selected device,
 * whose place changes while keys become known. Later on, lines that come or go above leave those in view where they
 * are.
 */
export function createPlace({isLinked}: {isLinked: boolean}): Place {
  let isFollowing = isLinked
  let isRevealing = false
  let last: Layout | null = null
  let anchor: {id: string; top: number} | null = null

  return {
    initial: (layout, height) => (isFollowing ? offsetOfSelected(layout, height) : 0),
    laidOut(layout, scroller) {
      const before = last
      last = layout
      const isOther = before !== null && before.view !== layout.view
      if (isOther && !isRevealing) isFollowing = false
      isRevealing = false
      if (isFollowing) move(scroller, offsetOfSelected(layout, scroller.clientHeight))
      else if (isOther) move(scroller, 0)
      else if (anchor !== null) {
        const start = layout.starts[indexOfLine(layout.lines, anchor.id)]
        if (start !== undefined) move(scroller, start - anchor.top)
      }
    },
    scrolled({scrollTop}) {
      const at = last === null || scrollTop === 0 ? -1 : last.starts.findIndex(start => start >= scrollTop)
      const [line, start] = [last?.lines[at], last?.starts[at]]
      anchor = line === undefined || start === undefined ? null : {id: line.id, top: start - scrollTop}
    },
    touched() {
      isFollowing = false
    },
    reveal() {
      isFollowing = true
      isRevealing = true
    },
  }
}

function move(scroller: Element, offset: number) {
  const next = Math.max(0, offset)
  if (Math.abs(scroller.scrollTop - next) >= 1) scroller.scrollTop = next
}

/** Room for the line above, which shows that the list goes on. */
const ROOM = 40

/** The device is near the top, unless its selected key would then be out of view. */
function offsetOfSelected({lines, starts, selected: {deviceId, key}}: Layout, height: number): number {
  const device = starts[deviceAt(lines, deviceId)] ?? 0
  const line = starts[lineAt(lines, deviceId, key)] ?? 0
  if (line + ROOM < height) return 0
  return line + ROOM - (device - ROOM) < height ? device - ROOM : line - height / 2
}
