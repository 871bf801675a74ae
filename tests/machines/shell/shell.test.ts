import {describe, expect, it, vi} from 'vitest'
import {createActor} from 'xstate'
import type {ShellChoices} from '../../../src/domain/shell/shell'
import {SHORTCUTS} from '../../../src/domain/shell/shortcuts'
import {shellMachine} from '../../../src/machines/shell/shell'

function createShell(chosen: Partial<ShellChoices> = {}) {
  const kept: ShellChoices[] = []
  const done: string[] = []
  const shell = createActor(
    shellMachine.provide({
      actions: {
        storeChoices: ({context}) => kept.push(context.chosen),
        focusSearch: () => done.push('search'),
        goTo: (_, {letter}) => done.push(letter),
        moveRange: (_, {letter}) => done.push(`range ${letter}`),
        pressAlarmKey: (_, {letter}) => done.push(`alarm ${letter}`),
      },
    }),
    {input: {rail: 'wide', letters: 'heard', ...chosen}},
  ).start()
  const press = (...letters: string[]) => {
    for (const letter of letters) shell.send({type: 'letter.pressed', letter})
  }
  const isHelping = () => shell.getSnapshot().matches('helping')
  return {shell, kept, done, press, isHelping, chosen: () => shell.getSnapshot().context.chosen}
}

describe('the rail', () => {
  it('is toggled, and kept as it was left', () => {
    const {shell, kept} = createShell()
    shell.send({type: 'rail.toggled'})
    shell.send({type: 'rail.toggled'})
    expect(kept.map(({rail}) => rail)).toEqual(['narrow', 'wide'])
  })
})

describe('a listed shortcut', () => {
  const {palette: _palette, close: _close, help, search, ...places} = SHORTCUTS.everywhere

  it.each(Object.entries(places))('leads to the place %s by keys of its own', (_, keys) => {
    const {press, done} = createShell()
    press(...keys)
    expect(done).toEqual([keys[1]])
    expect(Object.values(places).filter(([, letter]) => letter === keys[1])).toEqual([keys])
  })

  it.each(Object.entries(SHORTCUTS.range))('changes the time range: %s', (_, keys) => {
    const {press, done} = createShell()
    press(...keys)
    expect(done).toEqual([`range ${keys[1]}`])
    expect(Object.values(SHORTCUTS.range).filter(([, letter]) => letter === keys[1])).toEqual([keys])
  })

  it.each(Object.values(SHORTCUTS.alarm).flat())(
    'does something about an alarm, unless it names a place: %s',
    letter => {
      const {press, done} = createShell()
      press(letter, 'g', letter, 't', letter)
      expect(done).toEqual([`alarm ${letter}`, letter, `range ${letter}`])
      const silent = createShell({letters: 'ignored'})
      silent.press(letter)
      expect(silent.done).toEqual([])
    },
  )

  it('opens the help', () => {
    const {press, isHelping} = createShell()
    press(...help)
    expect(isHelping()).toBe(true)
  })

  it('goes to the search of the page', () => {
    const {press, done} = createShell()
    press(...search)
    expect(done).toEqual(['search'])
  })
})

describe('a single letter', () => {
  it('after g names a place', () => {
    const {press, done} = createShell()
    press('g', 'd', 'd')
    expect(done).toEqual(['d'])
  })

  it('after t moves the time range', () => {
    const {press, done} = createShell()
    press('t', '←', 't', '-', '+', 'g', 'd')
    expect(done).toEqual(['range ←', 'range -', 'd'])
  })

  it('names no place when it comes late', () => {
    vi.useFakeTimers()
    const {press, done} = createShell()
    press('g')
    vi.advanceTimersByTime(1500)
    press('d')
    vi.useRealTimers()
    expect(done).toEqual([])
  })

  it('is one letter: g twice leads nowhere', () => {
    const {press, done} = createShell()
    press('g', 'g', 'd')
    expect(done).toEqual(['g'])
  })

  it('/ goes to the search of the screen', () => {
    const {press, done} = createShell()
    press('/')
    expect(done).toEqual(['search'])
  })

  it('? opens the dialog of keys, under which no letter acts', () => {
    const {press, done, isHelping, shell} = createShell()
    press('?', '/', 'g', 'd')
    expect(isHelping()).toBe(true)
    expect(done).toEqual([])
    shell.send({type: 'help.closed'})
    expect(isHelping()).toBe(false)
  })

  it('does nothing once letters are switched off, which is kept', () => {
    const {shell, press, done, isHelping, kept, chosen} = createShell()
    shell.send({type: 'letters.switched'})
    press('?', '/', 'g', 'd')
    expect(done).toEqual([])
    expect(isHelping()).toBe(false)
    expect(kept).toEqual([{rail: 'wide', letters: 'ignored'}])
    shell.send({type: 'letters.switched'})
    expect(chosen().letters).toBe('heard')
  })

  it('can be claimed only while it does something', () => {
    const {shell} = createShell({letters: 'ignored'})
    expect(shell.getSnapshot().can({type: 'letter.pressed', letter: '?'})).toBe(false)
    shell.send({type: 'help.requested'})
    expect(shell.getSnapshot().matches('helping')).toBe(true)
  })
})

describe('what is typed before the palette is there', () => {
  it('is kept for it, and forgotten with it', () => {
    const {shell} = createShell()
    shell.send({type: 'palette.requested'})
    shell.send({type: 'palette.typed', text: 'cold room 3'})
    expect(shell.getSnapshot().context.typed).toBe('cold room 3')
    shell.send({type: 'palette.closed'})
    expect(shell.getSnapshot().context.typed).toBe('')
  })
})
