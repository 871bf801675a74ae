import {MantineProvider} from '@mantine/core'
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {type ComponentProps, useState} from 'react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {ApplicationProvider} from '../../../../src/ui/kit/application'
import {NumberField} from '../../../../src/ui/kit/form/NumberField'
import {applicationOf} from '../../application'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

type Ends = Pick<ComponentProps<typeof NumberField>, 'least' | 'most'>

interface FormProps {
  ends: Ends
  mayBeEmpty: boolean
  onTaken: (value: number | null) => void
}

function Form({ends, mayBeEmpty, onTaken}: FormProps) {
  const [value, setValue] = useState<number | null>(52)
  const take = (next: number | null) => {
    onTaken(next)
    setValue(next)
  }
  const emptied = mayBeEmpty ? {onEmptied: () => take(null)} : {}
  return <NumberField label="Latitude" {...ends} {...emptied} value={value} onTyped={take} />
}

function typed(text: string, ends: Ends = {}, mayBeEmpty = false) {
  const taken: (number | null)[] = []
  render(
    <ApplicationProvider value={applicationOf()}>
      <MantineProvider>
        <Form ends={ends} mayBeEmpty={mayBeEmpty} onTaken={value => taken.push(value)} />
      </MantineProvider>
    </ApplicationProvider>,
  )
  const field = screen.getByLabelText<HTMLInputElement>('Latitude')
  fireEvent.change(field, {target: {value: text}})
  return {field, taken, said: document.querySelector('.mantine-TextInput-error')?.textContent ?? null}
}

describe('a field for a number', () => {
  it('hands on what is typed', () => {
    expect(typed('-12.5', {least: -90, most: 90})).toMatchObject({taken: [-12.5], said: null})
  })

  it.each<[string, Ends, string]>([
    ['95', {least: -90, most: 90}, 'Enter a number from −90 to 90.'],
    ['0', {least: 1}, 'Enter a number from 1 on.'],
    ['', {}, 'Enter a number.'],
  ])(
    'says of "%s" within %o that it is not taken, keeps it, and shows what holds when it is left',
    (text, ends, said) => {
      const {field, ...found} = typed(text, ends)
      expect({...found, shown: field.value}).toEqual({taken: [], said, shown: text})
      fireEvent.blur(field)
      expect(field.value).toBe('52')
    },
  )

  it('may be emptied where none need be', () => {
    expect(typed('', {}, true)).toMatchObject({taken: [null], said: null})
  })
})
