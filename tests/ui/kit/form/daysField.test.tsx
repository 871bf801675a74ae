import {MantineProvider} from '@mantine/core'
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {DaysField} from '../../../../src/ui/kit/form/DaysField'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function pressed(day: string, days: readonly number[]) {
  const chosen = vi.fn<(days: number[]) => void>()
  render(
    <MantineProvider>
      <DaysField label="Days" className={undefined} days={days} onChosen={chosen} />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByLabelText(day))
  return chosen.mock.calls
}

describe('A field of the days of the week', () => {
  it('gives the days in the order of the week, whichever is chosen last', () => {
    expect(pressed('Tue', [1, 7])).toEqual([[[1, 2, 7]]])
  })

  it('gives no day when the last one is taken out', () => {
    expect(pressed('Sun', [7])).toEqual([[[]]])
  })
})
