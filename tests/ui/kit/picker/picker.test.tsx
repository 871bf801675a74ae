import {MantineProvider} from '@mantine/core'
import {act, cleanup, fireEvent, render, screen, within} from '@testing-library/react'
import {useState} from 'react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {ApplicationProvider} from '../../../../src/ui/kit/application'
import {ManyPicker, Picker} from '../../../../src/ui/kit/picker/Picker'
import {applicationOf} from '../../application'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const DATA = ['Ghent core router · temperature', 'Ghent edge router · temperature', 'Namur · cpu'].map(label => ({
  value: label,
  label,
}))

function One({isHeld}: {isHeld: boolean}) {
  const [value, setValue] = useState('')
  return (
    <>
      <Picker label="Series" data={DATA} value={value} onChosen={setValue} isHeld={isHeld} />
      <output>{value}</output>
    </>
  )
}

function Many() {
  const [value, setValue] = useState<readonly string[]>([])
  return (
    <>
      <ManyPicker label="Series" data={DATA} value={value} onChosen={setValue} />
      <output>{value.join(', ')}</output>
    </>
  )
}

const KINDS = {one: <One isHeld />, command: <One isHeld={false} />, many: <Many />}

async function enterField(kind: keyof typeof KINDS) {
  render(
    <ApplicationProvider value={applicationOf()}>
      <MantineProvider env="test">{KINDS[kind]}</MantineProvider>
    </ApplicationProvider>,
  )
  await act(async () => field().focus())
}

async function type(kind: keyof typeof KINDS, text: string) {
  await enterField(kind)
  await act(async () => void fireEvent.change(field(), {target: {value: text}}))
  // Mantine marks an option in the turn after it has opened its list.
  await act(() => new Promise(resolve => setTimeout(resolve)))
}

const field = () => screen.getByRole<HTMLInputElement>('combobox', {name: 'Series'})
const enter = () => act(async () => fireEvent.keyDown(field(), {key: 'Enter', code: 'Enter'}))
const leave = () => act(async () => field().blur())
const chosen = () => screen.getByRole('status').textContent
const offered = () => within(screen.getByRole('listbox')).getAllByRole('option')

describe.each(['one', 'many'] as const)('a picker of %s', kind => {
  it('offers nothing when it only gets the focus, so that the message of its problem below it stays readable', async () => {
    await enterField(kind)
    expect(field().ariaExpanded).toBe('false')
  })

  it('finds words in any order, and takes the first by Enter', async () => {
    await type(kind, 'temp ghent core')
    expect(offered().map(({textContent}) => textContent)).toEqual(['Ghent core router · temperature'])
    await enter()
    expect(chosen()).toBe('Ghent core router · temperature')
  })

  it('says that nothing is found, and sends no form by Enter', async () => {
    await type(kind, 'xyz')
    expect(offered().map(({textContent, ariaDisabled}) => [textContent, ariaDisabled])).toEqual([
      ['Nothing is found.', 'true'],
    ])
    expect(fireEvent.keyDown(field(), {key: 'Enter', code: 'Enter'})).toBe(false)
  })

  it.each([
    ['namur', 'Namur · cpu'],
    ['ghent', ''],
    ['xyz', ''],
    ['', ''],
  ])('that is left with “%s” in it has chosen “%s”', async (text, value) => {
    await type(kind, text)
    await leave()
    expect(chosen()).toBe(value)
  })
})

describe('a picker that does something', () => {
  it('does nothing when it is left', async () => {
    await type('command', 'namur')
    await leave()
    expect([chosen(), field().value]).toEqual(['', ''])
  })
})
