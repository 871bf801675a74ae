import {MantineProvider} from '@mantine/core'
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, expect, it, vi} from 'vitest'
import {ALWAYS, type Schedule} from '../../../contract/rules/time/schedule'
import {ScheduleForm} from '../../../src/ui/media/playlist/ScheduleForm'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function openForm(schedule: Partial<Schedule> = {}) {
  const chosen: (Schedule | null)[] = []
  render(
    <MantineProvider>
      <ScheduleForm schedule={{...ALWAYS, ...schedule}} onChosen={wanted => chosen.push(wanted)} />
    </MantineProvider>,
  )
  const field = (name: string) => screen.getByLabelText(name)
  return {
    chosen,
    field,
    type: (name: string, value: string) => fireEvent.change(field(name), {target: {value}}),
    save: () => fireEvent.click(screen.getByRole('button', {name: 'Save'})),
  }
}

it('reads hours on a clock of 24 hours, whatever the browser’s is', () => {
  const {chosen, field, type, save} = openForm({from: 480})
  expect(field('From')).toMatchObject({type: 'text', value: '08:00'})
  type('From', ' 9:30 ')
  type('Until', '22:00')
  save()
  expect(chosen).toEqual([{...ALWAYS, from: 570, until: 1320}])
})

it('says at its field that a time can’t be read, and saves nothing', () => {
  const {chosen, field, type, save} = openForm({from: 480})
  type('Until', '10 pm')
  save()
  expect([chosen, field('Until').getAttribute('aria-invalid'), document.activeElement]).toEqual([
    [],
    'true',
    field('Until'),
  ])
  expect(screen.getByText('Enter a time such as 18:00.')).toBeTruthy()
  type('Until', '')
  save()
  expect(chosen).toEqual([{...ALWAYS, from: 480}])
})
