import {describe, expect, it} from 'vitest'
import {createActor} from 'xstate'
import type {Json} from '../../../contract/wire/common'
import type {Attribute} from '../../../src/domain/console/attribute'
import type {Change, ChangeQuestion} from '../../../src/domain/console/change'
import type {AskedThreshold} from '../../../src/domain/console/paths'
import type {ThresholdDraft} from '../../../src/domain/console/thresholds/draft'
import {type ThresholdLevels, type ThresholdOwner, thresholdRows} from '../../../src/domain/console/thresholds/levels'
import {ownKeys} from '../../../src/domain/console/thresholds/written'
import {thresholdEntries, thresholdsMachine} from '../../../src/machines/console/thresholds'
import {refused, unreachable} from '../../support/failures'
import {createCalls} from '../calls'
import {createAttributeWrites, dialogOf} from './attributeWrites'

const OWNER = {kind: 'device', id: 'd1', organisationId: 'o1', customerId: null} as const
const KEPT = {load: {warning: {above: 70}}, odd: {warning: 'much'}}

const attribute = (value: Json, version: number | null): Attribute => ({
  scope: 2,
  key: 'thresholds',
  value: {type: 'json', value},
  updatedAt: 1,
  version,
})
const levels = (own: Attribute | null): ThresholdLevels => ({
  inherited: [],
  unreadable: [],
  own: {kind: 'device', id: 'd1', attribute: own, units: new Map()},
})

function createThresholdsActor(named: string | null = null, change: Partial<ThresholdDraft> = {}) {
  const asked = named === null ? null : {name: named, change}
  const loads = createCalls<ThresholdLevels | null, {input: {owner: ThresholdOwner; asked: AskedThreshold | null}}>()
  const {writes, ...calls} = createAttributeWrites(thresholdEntries)
  const changes = createCalls<Change | null, {question: ChangeQuestion}>()
  const actor = createActor(
    thresholdsMachine.provide({actors: {...calls, load: loads.logic, findChange: changes.logic}}),
    {input: {owner: OWNER, asked}},
  ).start()
  const context = () => actor.getSnapshot().context
  return {
    loads,
    writes,
    changes,
    context,
    send: actor.send,
    state: () => dialogOf(actor.getSnapshot().value),
    row: (key: string) => {
      const row = thresholdRows(context().loaded ?? levels(null)).find(known => known.key === key)
      if (!row) throw new Error(`${key} is not listed`)
      return row
    },
  }
}

async function shown(own: Attribute | null = attribute(KEPT, 4)) {
  const thresholds = createThresholdsActor()
  await thresholds.loads.answer(levels(own))
  return thresholds
}

async function saving(version: number | null = 4) {
  const thresholds = await shown(attribute(KEPT, version))
  thresholds.send({type: 'edit.requested', row: thresholds.row('load')})
  thresholds.send({type: 'draft.changed', change: {warningAbove: '75'}})
  thresholds.send({type: 'save.requested'})
  return thresholds
}

describe('the list', () => {
  it('is loaded again on request when it could not be loaded', async () => {
    const {loads, send, state, context} = createThresholdsActor()
    await loads.fail(unreachable)
    expect([state(), context().message]).toEqual(['failed', 'Failed to load thresholds'])
    send({type: 'retry.requested'})
    await loads.answer(levels(null))
    expect([state(), context().message]).toEqual(['closed', null])
  })
})

describe('the form that is asked for', () => {
  it('is open as soon as the thresholds are known, and not again once it was closed', async () => {
    const {loads, send, state, context} = createThresholdsActor('load')
    await loads.answer(levels(attribute(KEPT, 4)))
    expect([state(), context().chosen?.key, context().draft.warningAbove]).toEqual([{form: 'typing'}, 'load', '70'])
    send({type: 'dialog.closed'})
    expect(state()).toBe('closed')
  })

  it('is not opened for a key without a threshold', async () => {
    const {loads, state} = createThresholdsActor('speed')
    await loads.answer(levels(attribute(KEPT, 4)))
    expect(state()).toBe('closed')
  })

  it('is opened with a change, for a key that has a threshold or none', async () => {
    const known = createThresholdsActor('load', {criticalAbove: '95'})
    await known.loads.answer(levels(attribute(KEPT, 4)))
    expect([known.context().chosen?.key, known.context().draft.criticalAbove]).toEqual(['load', '95'])
    const unknown = createThresholdsActor('speed', {key: 'speed', warningBelow: '3'})
    await unknown.loads.answer(levels(null))
    expect([unknown.state(), unknown.context().chosen?.key]).toEqual([{form: 'typing'}, 'speed'])
    expect(unknown.context().draft).toMatchObject({key: 'speed', warningBelow: '3'})
  })
})

describe('saving', () => {
  it('writes one key, and leaves all others as they are, the faulty ones, too', async () => {
    const {writes, state, context} = await saving()
    expect(writes.asked).toEqual([
      {
        owner: {kind: 'device', id: 'd1', organisationId: 'o1'},
        name: {scope: 2, key: 'thresholds'},
        value: {type: 'json', value: {load: {warning: {above: 75}}, odd: {warning: 'much'}}},
        version: 4,
        isNew: false,
      },
    ])
    const written = attribute({}, 5)
    await writes.answer(written)
    expect([state(), context().loaded?.own.attribute]).toEqual(['closed', written])
  })

  it('makes the attribute where there is none, and reads it when the server doesn’t send it back', async () => {
    const {send, writes, loads, state, context} = await shown(null)
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {key: ' load ', silentAfter: '60'}})
    send({type: 'save.requested'})
    expect(writes.asked).toMatchObject([{isNew: true, version: null, value: {value: {load: {silentAfter: 60}}}}])
    await writes.answer(null)
    expect([state(), ownKeys(context().loaded), loads.asked.length]).toEqual(['closed', ['load'], 2])
  })

  it('sends nothing while a field is wrong, and says so until it is changed', async () => {
    const {send, writes, state, context} = await shown()
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {key: 'load', warningAbove: '1'}})
    send({type: 'save.requested'})
    expect([state(), context().problems, writes.asked]).toEqual([
      {form: 'typing'},
      {key: 'This key has a threshold here already.'},
      [],
    ])
    send({type: 'draft.changed', change: {key: 'wind'}})
    expect(context().problems).toEqual({})
  })

  it('keeps what is typed when the server can’t be reached', async () => {
    const {writes, state, context} = await saving()
    await writes.fail(unreachable)
    expect([state(), context().draft.warningAbove, context().message]).toEqual([
      {form: 'typing'},
      '75',
      'Failed to save the threshold',
    ])
  })
})

describe('the list while it is read after a save', () => {
  it('takes the next click, and sends what was saved with it where the server counts no versions', async () => {
    const {writes, send, state, row} = await saving(null)
    await writes.answer(null)
    send({type: 'add.requested'})
    send({type: 'draft.changed', change: {key: 'wind', silentAfter: '5'}})
    send({type: 'save.requested'})
    expect([state(), row('load').threshold?.warning?.above]).toEqual([{form: 'sending'}, 75])
    expect(writes.asked.at(-1)?.value.value).toEqual({
      load: {warning: {above: 75}},
      odd: {warning: 'much'},
      wind: {silentAfter: 5},
    })
  })

  it('shows another user’s change of the entry in the form before that is sent', async () => {
    const {writes, loads, changes, send, state, row} = await saving()
    await writes.answer(attribute(KEPT, 5))
    send({type: 'edit.requested', row: row('load')})
    await loads.answer(levels(attribute({load: {warning: {above: 60}}}, 6)))
    send({type: 'save.requested'})
    expect([state(), writes.asked.length, changes.asked[0]?.question.version]).toEqual([{form: 'choosing'}, 1, 6])
    send({type: 'side.chosen', side: 'mine'})
    send({type: 'side.confirmed'})
    expect([state(), writes.asked.at(-1)?.version]).toEqual([{form: 'sending'}, 6])
  })

  it('shows that another user has changed the entry before it is removed', async () => {
    const {writes, loads, send, state, row, context} = await saving()
    await writes.answer(attribute(KEPT, 5))
    send({type: 'deletion.requested', row: row('load')})
    await loads.answer(levels(attribute({load: {warning: {above: 60}}}, 6)))
    send({type: 'deletion.confirmed'})
    expect([state(), context().message, writes.asked.length]).toEqual([
      {deleting: 'asking'},
      'The threshold was changed meanwhile, so it has not been removed.',
      1,
    ])
  })
})

describe('somebody else’s change', () => {
  it('of another key is kept, and what is typed is saved with it', async () => {
    const {writes, loads, state} = await saving()
    await writes.fail(refused(409))
    await loads.answer(levels(attribute({...KEPT, wind: {silentAfter: 5}}, 5)))
    expect(state()).toEqual({form: 'sending'})
    expect(writes.asked.at(-1)).toMatchObject({
      version: 5,
      value: {value: {load: {warning: {above: 75}}, odd: {warning: 'much'}, wind: {silentAfter: 5}}},
    })
  })

  it.each([
    ['mine', {form: 'sending'}],
    ['theirs', 'closed'],
  ] as const)('of the same key asks whose is kept: %s', async (side, next) => {
    const {writes, loads, changes, send, state, context} = await saving()
    await writes.fail(refused(409))
    await loads.answer(levels(attribute({load: {warning: {above: 60}}}, 5)))
    await changes.answer({at: 1, email: 'ada@works.test'})
    expect([state(), context().change?.email]).toEqual([{form: 'choosing'}, 'ada@works.test'])
    send({type: 'side.chosen', side})
    send({type: 'side.confirmed'})
    expect(state()).toEqual(next)
  })

  it('is not looked for twice when the server refuses for another reason', async () => {
    const {writes, loads, state, context} = await saving()
    await writes.fail(refused(409, 'No.'))
    await loads.answer(levels(attribute(KEPT, 4)))
    expect([state(), context().message]).toEqual([{form: 'typing'}, 'No.'])
  })

  it('leads back to the form when it can’t be read, or when nothing is chosen', async () => {
    const first = await saving()
    await first.writes.fail(refused(409))
    await first.loads.fail(unreachable)
    expect(first.state()).toEqual({form: 'typing'})
    const second = await saving()
    await second.writes.fail(refused(409))
    await second.loads.answer(levels(attribute({}, 5)))
    await second.changes.fail()
    second.send({type: 'dialog.closed'})
    expect(second.state()).toEqual({form: 'typing'})
  })
})

describe('removing', () => {
  async function removing() {
    const thresholds = await shown()
    thresholds.send({type: 'deletion.requested', row: thresholds.row('load')})
    thresholds.send({type: 'deletion.confirmed'})
    return thresholds
  }

  it('writes all but the key', async () => {
    const {writes, state} = await removing()
    expect(writes.asked).toMatchObject([{value: {value: {odd: {warning: 'much'}}}, version: 4}])
    await writes.answer(attribute({odd: {warning: 'much'}}, 5))
    expect(state()).toBe('closed')
  })

  it('goes on over a change of another key, and stops at one of the same', async () => {
    const {writes, loads, state, context} = await removing()
    await writes.fail(refused(409))
    await loads.answer(levels(attribute({...KEPT, wind: {silentAfter: 5}}, 5)))
    expect(state()).toEqual({deleting: 'sending'})
    await writes.fail(refused(409))
    await loads.answer(levels(attribute({load: {warning: {above: 1}}}, 6)))
    expect([state(), context().message]).toEqual([
      {deleting: 'asking'},
      'The threshold was changed meanwhile, so it has not been removed.',
    ])
  })

  it('is given up on request, and asked for again after a failure', async () => {
    const {writes, send, state} = await removing()
    await writes.fail(unreachable)
    expect(state()).toEqual({deleting: 'asking'})
    send({type: 'dialog.closed'})
    expect(state()).toBe('closed')
  })
})
