import {Subject} from 'rxjs'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {createActor, fromEventObservable} from 'xstate'
import type {Offer} from '../../../contract/wire/capabilities'
import type {Command, CommandRequest} from '../../../src/domain/console/command'
import {LIVE, type LinkState, OFFLINE} from '../../../src/domain/link'
import type {LinkChanged} from '../../../src/machines/connectivity'
import {type CommandsQuestion, commandListMachine, commandsMachine} from '../../../src/machines/console/commands'
import type {Asked} from '../../../src/machines/resource'
import {PULSEWALL} from '../../support/offer'
import {createCalls} from '../calls'
import {timedRefreshes} from '../timedRefreshes'

beforeEach(() => {
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval']})
})
afterEach(() => {
  vi.useRealTimers()
})

const command = (number: number, state: Command['state'] = 'answered', isOneWay = false): Command => ({
  number,
  method: 'reboot',
  params: null,
  isOneWay,
  state,
  sentBy: 'ada@works.test',
  createdAt: 1,
  isDelivered: state !== 'queued',
  answer: state === 'answered' ? 1 : undefined,
  reason: null,
})

function createCommands() {
  const links = new Subject<LinkChanged>()
  const lists = createCalls<readonly Command[], Asked<CommandsQuestion>>()
  const sends = createCalls<Command, {deviceId: string; request: CommandRequest}>()
  const actor = createActor(
    commandsMachine.provide({
      actors: {
        list: commandListMachine.provide({
          actors: {linkChanges: fromEventObservable(() => links), refreshes: timedRefreshes, load: lists.logic},
        }),
        sendCommand: sends.logic,
      },
    }),
    {input: {deviceId: 'd1'}},
  ).start()
  const list = () => actor.getSnapshot().children.list
  return {
    lists,
    sends,
    send: actor.send,
    connect: (link: LinkState = LIVE, offer: Offer | null = PULSEWALL) =>
      links.next({type: 'link.changed', link, offer}),
    retry: () => list()?.send({type: 'retry.requested'}),
    state: () => ({list: list()?.getSnapshot().value, form: actor.getSnapshot().value}),
    context: () => actor.getSnapshot().context,
    missed: () => list()?.getSnapshot().context.message,
    numbers: () =>
      list()
        ?.getSnapshot()
        .context.value?.map(({number}) => number),
  }
}

async function loaded(...found: readonly Command[]) {
  const commands = createCommands()
  commands.connect()
  await commands.lists.answer(found)
  return commands
}

const CURRENT = {loaded: 'current'}
const AT_REST = {list: CURRENT, form: 'typing'}

describe('the commands of a device', () => {
  it('are loaded when the link is up, and on demand when that has failed', async () => {
    const {connect, retry, state, missed, lists} = createCommands()
    connect(OFFLINE, null)
    expect([state().list, missed()]).toEqual(['failed', 'The commands could not be loaded.'])
    connect()
    await lists.fail()
    expect(state().list).toBe('failed')
    retry()
    await lists.answer([])
    expect([state(), missed()]).toEqual([AT_REST, null])
  })

  it('are read again as long as something may become of one', async () => {
    const {lists, numbers} = await loaded(command(1, 'sent'), command(2, 'sent', true))
    vi.advanceTimersByTime(1000)
    await lists.answer([command(3), command(2, 'sent', true), command(1, 'expired')])
    vi.advanceTimersByTime(60_000)
    expect([numbers(), lists.asked.length]).toEqual([[3, 2, 1], 2])
  })

  it('stay when they can’t be read again, which is said', async () => {
    const {lists, retry, state, numbers, missed} = await loaded(command(1, 'queued'))
    vi.advanceTimersByTime(1000)
    await lists.fail()
    expect([state(), numbers(), missed()]).toEqual([
      {list: {loaded: 'missed'}, form: 'typing'},
      [1],
      'The commands could not be loaded.',
    ])
    retry()
    await lists.answer([command(1)])
    expect([state(), missed()]).toEqual([AT_REST, null])
  })

  it('are read again after the link was lost', async () => {
    const {connect, lists} = await loaded()
    connect(OFFLINE)
    connect()
    expect(lists.asked).toHaveLength(2)
  })
})

describe('a command', () => {
  const NAMED = {type: 'draft.changed', change: {method: ' setPoint ', params: '{"celsius":21}'}} as const

  it('is sent, and stands in the list while its device is waited for and when it has answered', async () => {
    const {lists, sends, send, state, numbers} = await loaded()
    send(NAMED)
    send({type: 'send.requested'})
    expect(sends.asked).toEqual([
      {deviceId: 'd1', request: {method: 'setPoint', params: {celsius: 21}, isOneWay: false, timeout: 10_000}},
    ])
    vi.advanceTimersByTime(1000)
    await lists.answer([command(1, 'queued')])
    expect([state(), numbers()]).toEqual([{list: CURRENT, form: {sending: 'waiting'}}, [1]])
    await sends.answer(command(1))
    expect([state(), numbers()]).toEqual([AT_REST, [1]])
    vi.advanceTimersByTime(60_000)
    expect(lists.asked).toHaveLength(2)
  })

  it.each([
    [{method: ''}, {method: 'Method is required.'}],
    [{params: '{'}, {params: 'This is no valid JSON.'}],
    [{method: 'a\nb'}, {method: 'Line breaks, tabs and other control characters can’t be stored.'}],
    [{method: 'x'.repeat(256)}, {method: 'At most 255 characters.'}],
    [{params: '['.repeat(20) + ']'.repeat(20)}, {params: 'JSON may be nested 19 levels deep at most.'}],
    [{params: JSON.stringify('x'.repeat(64 * 1024))}, {params: 'JSON may have 61,440 bytes at most.'}],
  ])('is not sent with %j', async (wrong, problems) => {
    const {sends, send, context} = await loaded()
    send(NAMED)
    send({type: 'draft.changed', change: wrong})
    send({type: 'send.requested'})
    expect([sends.asked, context().problems]).toEqual([[], problems])
    send(NAMED)
    expect(context().problems).toEqual({})
  })

  it('that could not be sent stays in the form, with the reason', async () => {
    const {lists, sends, send, state, context} = await loaded()
    send(NAMED)
    send({type: 'send.requested'})
    await sends.fail()
    await lists.answer([])
    expect([state(), context().message, context().draft.params]).toEqual([
      AT_REST,
      'The command could not be sent.',
      '{"celsius":21}',
    ])
  })

  it('needs nobody who waits for it', async () => {
    const {send, state} = await loaded()
    send(NAMED)
    send({type: 'send.requested'})
    send({type: 'waiting.ended'})
    expect(state()).toEqual({list: {loaded: 'refreshing'}, form: 'typing'})
  })

  it('without parameters is sent with null', async () => {
    const {sends, send} = await loaded()
    send({type: 'draft.changed', change: {method: 'reboot', params: ' ', isOneWay: true, timeout: 5000}})
    send({type: 'send.requested'})
    expect(sends.asked[0]?.request).toEqual({method: 'reboot', params: null, isOneWay: true, timeout: 5000})
  })
})
