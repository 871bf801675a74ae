import {EMPTY, fromEvent, mergeMap, type Observable, of} from 'rxjs'

export type KeyEvent = {type: 'palette.requested'} | {type: 'letter.pressed'; letter: string}

/**
 * Emits Ctrl+K (⌘K), and single letters pressed outside of fields, lists and dialogs. `isHandled` says whether a
 * letter means anything now; only then does the browser not use it for itself.
 */
export function keyEvents(page: EventTarget, isHandled: (event: KeyEvent) => boolean): Observable<KeyEvent> {
  return fromEvent<KeyboardEvent>(page, 'keydown').pipe(
    mergeMap(pressed => {
      const event = eventOf(pressed)
      if (event === null || !isHandled(event)) return EMPTY
      pressed.preventDefault()
      return of(event)
    }),
  )
}

function eventOf(pressed: KeyboardEvent): KeyEvent | null {
  const {key, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented, isComposing, repeat} = pressed
  if (defaultPrevented || isComposing || repeat) return null
  if ((ctrlKey || metaKey) && !altKey && !shiftKey)
    return key.toLowerCase() === 'k' ? {type: 'palette.requested'} : null
  const letter = ARROWS[key] ?? key
  if (ctrlKey || metaKey || altKey || letter.length !== 1 || isTakenBy(pressed.target)) return null
  return {type: 'letter.pressed', letter}
}

const ARROWS: Readonly<Record<string, string>> = {ArrowLeft: '←', ArrowRight: '→'}

/** A letter belongs to the field that has the focus, and to whatever else finds its entries by letters. */
function isTakenBy(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TAKING) !== null
}

const TAKING = [
  'input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  ...['dialog', 'menu', 'combobox', 'textbox', 'tree'].map(role => `[role=${role}]`),
].join()
