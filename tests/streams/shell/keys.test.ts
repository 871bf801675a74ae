// @vitest-environment jsdom
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type KeyEvent, keyEvents} from '../../../src/streams/shell/keys'

let heard: KeyEvent[]
let isHandled: boolean
let stop: () => void

beforeEach(() => {
  heard = []
  isHandled = true
  const subscription = keyEvents(window, () => isHandled).subscribe(event => heard.push(event))
  stop = () => subscription.unsubscribe()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

/** Returns whether the browser may still use the key for itself. */
function press(key: string, {on = '', ...modifiers}: KeyboardEventInit & {on?: string} = {}): boolean {
  document.body.innerHTML = on
  const target = document.body.querySelector('[data-target]') ?? document.body
  return target.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true, ...modifiers}))
}

const letter = (pressed: string): KeyEvent => ({type: 'letter.pressed', letter: pressed})

describe('a letter', () => {
  it.each(['g', '/', '?'])('%s is heard outside of fields, and not used by the browser', key => {
    expect(press(key)).toBe(false)
    expect(heard).toEqual([letter(key)])
  })

  it.each([
    '<input data-target>',
    '<textarea data-target></textarea>',
    '<select data-target></select>',
    '<div contenteditable><b data-target>b</b></div>',
    '<div role="dialog"><button data-target>b</button></div>',
    '<div role="menu"><button data-target>b</button></div>',
  ])('belongs to %s', on => {
    expect(press('g', {on})).toBe(true)
    expect(heard).toEqual([])
  })

  it('is heard on a checkbox and on a button', () => {
    press('g', {on: '<input type="checkbox" data-target>'})
    press('d', {on: '<button data-target>b</button>'})
    expect(heard).toEqual([letter('g'), letter('d')])
  })

  it.each([{ctrlKey: true}, {metaKey: true}, {altKey: true}, {repeat: true}, {isComposing: true}])(
    'with %j is none',
    modifiers => {
      press('g', modifiers)
      expect(heard).toEqual([])
    },
  )

  it('that means nothing now is left to the browser', () => {
    isHandled = false
    expect(press('/')).toBe(true)
    expect(heard).toEqual([])
  })

  it('is no key with a name', () => {
    press('Tab')
    expect(heard).toEqual([])
  })
})

describe('Ctrl+K', () => {
  it.each([{ctrlKey: true}, {metaKey: true}])('asks for the palette with %j, in a field as well', modifiers => {
    expect(press('k', {on: '<input data-target>', ...modifiers})).toBe(false)
    expect(heard).toEqual([{type: 'palette.requested'}])
  })

  it('is another key together with Shift', () => {
    press('K', {ctrlKey: true, shiftKey: true})
    expect(heard).toEqual([])
  })
})
