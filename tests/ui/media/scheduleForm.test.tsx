import {MantineProvider} from '@mantine/core'
import {cleanup, fireEvent, render, screen} from '@testing-library/react'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {ALWAYS, type Schedule} from '../../../contract/rules/time/schedule'
import {ApplicationProvider} from '../../../src/ui/kit/application'
import {ScheduleForm} from '../../../src/ui/media/playlist/ScheduleForm'
import {applicationOf} from '../application'

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({matches: false, addEventListener() {}, removeEventListener() {}}))
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const NOW = Date.parse('2026-12-01T09:00Z')

function openForm(schedule: Partial<Schedule> = {}, zone: string | null = 'Europe/Berlin') {
  const chosen: (Schedule | null)[] = []
  render(
    <ApplicationProvider value={{...applicationOf(), now: () => NOW}}>
      <MantineProvider>
        <ScheduleForm schedule={{...ALWAYS, ...schedule}} zone={zone} onChosen={made => chosen.push(made)} />
      </MantineProvider>
    </ApplicationProvider>,
  )
  const field = (name: string) => screen.getByLabelText(name)
  return {
    chosen,
    field,
    type: (name: string, value: string) => fireEvent.change(field(name), {target: {value}}),
    tick: (day: string) => fireEvent.click(screen.getByRole('checkbox', {name: day})),
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

describe('a schedule that never comes', () => {
  it('is refused at the days when none is ticked', () => {
    const {chosen, tick, save} = openForm({days: [1, 2]})
    tick('Mon')
    tick('Tue')
    save()
    expect(screen.getByText('Choose at least one day.')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('checkbox', {name: 'Mon'}))
    tick('Wed')
    save()
    expect(chosen).toEqual([{...ALWAYS, days: [3]}])
  })

  it.each<[string, Record<string, string>, string, string]>([
    [
      'its last day is before its first',
      {'First day': '2026-12-10', 'Last day': '2026-12-02'},
      'Last day',
      'The last day is before the first one.',
    ],
    ['its last day is over', {'Last day': '2026-11-30'}, 'Last day', 'This day is over.'],
    ['it ends when it begins', {From: '8', Until: '08:00'}, 'Until', 'Enter another time than the first one.'],
  ])('is refused at its field when %s', (_, typed, name, problem) => {
    const {chosen, field, type, save} = openForm()
    for (const [label, value] of Object.entries(typed)) type(label, value)
    save()
    expect([chosen, document.activeElement]).toEqual([[], field(name)])
    expect(screen.getByText(problem)).toBeTruthy()
  })

  it('is refused at the days when none of them lies between its dates', () => {
    const {chosen, type, save} = openForm({days: [1]})
    type('First day', '2026-12-05')
    type('Last day', '2026-12-06')
    save()
    expect(chosen).toEqual([])
    expect(screen.getByText(/^None of these days and hours/)).toBeTruthy()
  })

  it('is opened with no day ticked', () => {
    openForm({days: []})
    expect(screen.queryAllByRole('checkbox', {checked: true})).toEqual([])
  })
})

it('names the zone of the screen, and writes its dates in the format of the page', () => {
  openForm({since: '2026-12-24'}, 'America/New_York')
  expect(screen.getByText(/^Times are in the screen’s time zone, America\/New York\./)).toBeTruthy()
  expect(screen.getByText('24 Dec 2026')).toBeTruthy()
})

it('doesn’t name a zone that the screen has not reported', () => {
  openForm({}, null)
  expect(screen.getByText(/^Times are in the screen’s own time zone\./)).toBeTruthy()
})
