import {act, cleanup, fireEvent, screen} from '@testing-library/react'
import {afterEach, describe, expect, it, vi} from 'vitest'
import type {Json} from '../../../contract/wire/common'
import type {Attribute} from '../../../src/domain/console/attribute'
import type {AskedThreshold} from '../../../src/domain/console/paths'
import type {ThresholdLevels, ThresholdOwner} from '../../../src/domain/console/thresholds/levels'
import {thresholdEntries, thresholdsMachine} from '../../../src/machines/console/thresholds'
import {ThresholdInPlace} from '../../../src/ui/console/thresholds/ThresholdInPlace'
import type {ThresholdInPlaceProps} from '../../../src/ui/kit/application'
import {createCalls} from '../../machines/calls'
import {createAttributeWrites} from '../../machines/console/attributeWrites'
import {refused} from '../../support/failures'
import {openPart} from './partsOnScreen'
import {quietParts} from './quietParts'

afterEach(cleanup)

const attribute = (value: Json, version = 1): Attribute => ({
  scope: 2,
  key: 'thresholds',
  value: {type: 'json', value},
  updatedAt: 1,
  version,
})
const levels = (own: Attribute | null): ThresholdLevels => ({
  inherited: [{kind: 'organisation', id: 'o1', units: new Map(), attribute: attribute({load: {warning: {above: 70}}})}],
  own: {kind: 'device', id: 'd1', units: new Map(), attribute: own},
  unreadable: [],
})

async function open({telemetryKey = 'load', limits}: Partial<ThresholdInPlaceProps> = {}) {
  const loads = createCalls<ThresholdLevels | null, {input: {owner: ThresholdOwner; asked: AskedThreshold | null}}>()
  const {writes, ...calls} = createAttributeWrites(thresholdEntries)
  const onSaved = vi.fn()
  const logic = {
    thresholdsWith: (followSave = () => {}) =>
      thresholdsMachine.provide({actors: {...calls, load: loads.logic}, actions: {followSave}}),
    preview: quietParts.thresholdPreview,
  }
  await openPart(
    () => ({}),
    <>
      <h2>Chart</h2>
      <ThresholdInPlace
        logic={logic}
        device={{id: 'd1', organisationId: 'o1', customerId: null}}
        telemetryKey={telemetryKey}
        {...(limits && {limits})}
        onSaved={onSaved}
      />
    </>,
  )
  return {loads, writes, onSaved}
}

const typedIn = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label).value
const press = (name: string) => fireEvent.click(screen.getByText(name))

describe('a threshold that is set over a screen', () => {
  it('begins with what holds for the key, in which the chosen limit is filled in', async () => {
    const {loads} = await open({limits: {criticalAbove: '81.5'}})
    expect(loads.asked.map(({input}) => input.owner)).toEqual([
      {kind: 'device', id: 'd1', organisationId: 'o1', customerId: null},
    ])
    screen.getByText('Loading thresholds…')
    await act(() => loads.answer(levels(null)))
    screen.getByText('Threshold of load')
    expect([typedIn(/^Warning above/), typedIn(/^Critical above/)]).toEqual(['70', '81.5'])
  })

  it('is on with a chosen limit, although what is inherited was switched off', async () => {
    const {loads} = await open({limits: {criticalAbove: '81.5'}})
    await act(() => loads.answer(levels(attribute({load: {}}))))
    expect(screen.getByLabelText<HTMLInputElement>('Switch off what is inherited').checked).toBe(false)
  })

  it('is a new one where the key has none, also without a chosen limit', async () => {
    const {loads} = await open({telemetryKey: 'wind'})
    await act(() => loads.answer(levels(null)))
    screen.getByText('Threshold of wind')
    expect([typedIn(/^Warning above/), screen.queryByLabelText(/^Key/)]).toEqual(['', null])
  })

  it('ends when it is saved, which a refusal doesn’t do', async () => {
    const {loads, writes, onSaved} = await open({limits: {criticalAbove: '81.5'}})
    await act(() => loads.answer(levels(null)))
    press('Save')
    await act(() => writes.fail(refused(403)))
    screen.getByText('Failed to save the threshold')
    expect([typedIn(/^Critical above/), onSaved.mock.calls]).toEqual(['81.5', []])
    press('Save')
    await act(() => writes.answer(attribute({load: {critical: {above: 81.5}}}, 1)))
    expect([screen.queryByText('Save'), onSaved.mock.calls.length]).toEqual([null, 1])
  })

  it('ends without a save when it is left', async () => {
    const {loads, onSaved} = await open()
    await act(() => loads.answer(levels(null)))
    press('Cancel')
    expect([screen.queryByText('Save'), onSaved.mock.calls]).toEqual([null, []])
  })

  it('can be asked for again when nothing could be read', async () => {
    const {loads} = await open()
    await act(() => loads.fail())
    screen.getByText('Failed to load thresholds')
    press('Retry')
    await act(() => loads.answer(levels(null)))
    screen.getByText('Threshold of load')
  })
})
