import {describe, expect, it} from 'vitest'
import type {NoticeWire} from '../../../../contract/wire/notification'
import {type ChannelKind, target} from '../../../../contract/wire/target'
import type {Call, Delivery} from '../../../../server/notification/channel'
import {addressOf, CHANNELS} from '../../../../server/notification/channels'
import {composeAlarmEmail} from '../../../../server/notification/sending/emails'
import {fitted} from '../../../../server/notification/wording/fitted'
import {peerLink} from '../../../../server/notification/wording/peerLink'
import {readingOf, retryAfter} from '../../../../server/notification/wording/readings'
import {renderTemplate} from '../../../../server/notification/wording/template'
import {hideSecretsOf} from '../../../../server/notification/wording/withoutSecrets'
import {ANYBODY} from '../../../../server/preferences/repository'
import {KINDS} from './kinds'

const NASTY = 'Pump <7> & "@everyone" *bold* [a](http://x) <!channel> <@U1>'
const AT = Date.UTC(2026, 10, 23, 12)

const notice = (more: Partial<NoticeWire> = {}): NoticeWire => ({
  id: 'o:raised',
  change: 'raised',
  alarm_id: 'a',
  occurrence_id: 'o',
  device_id: 'd',
  device_name: NASTY,
  key: 'temperature',
  kind: 'value',
  severity: 'critical',
  value: 87.25,
  peak: 87.25,
  raised_at: AT,
  acknowledged_at: null,
  ended_at: null,
  ended_by: null,
  ...more,
})

interface Told {
  total?: number
  origin?: string
  type?: 'alarms.changed' | 'test'
}

async function callsOf(given: unknown, notices: readonly NoticeWire[], told: Told = {}): Promise<readonly Call[]> {
  const {total = notices.length, origin = 'https://pulsewall.test', type = 'alarms.changed'} = told
  const known = target.parse(given)
  if (known.kind === 'rota') throw new Error('It names a channel')
  const channel = CHANNELS[known.kind]
  if (!('render' in channel)) throw new Error('It is called')
  const message = {type, at: AT, total, counts: {}, notices: [...notices]}
  const delivery: Delivery = {
    id: '',
    organisationId: 'org',
    channelId: '',
    route: 'Noc',
    step: 0,
    key: 'delivery-key',
    message,

    state: 'waiting',
    attempts: 1,
    nextTryAt: AT,
    leasedUntil: null,
    lastError: null,
    createdAt: AT,
    settledAt: null,
    acceptedCalls: [],
    kind: known.kind,
    ...addressOf(known, String),
  }
  const text = await composeAlarmEmail(message, {route: 'Noc', step: 0, origin, reader: ANYBODY, now: AT})
  return channel.render(delivery, {at: AT, origin, text, renderTemplate})
}

const bodies = async (given: unknown, notices: readonly NoticeWire[], told?: Told) =>
  (await callsOf(given, notices, told)).map(({body}) => JSON.parse(String(body)))

const MANY = Array.from({length: 50}, (_, at) =>
  notice({id: `o${at}:raised`, occurrence_id: `o${at}`, device_name: `${NASTY} ${'x'.repeat(200)}`}),
)

describe('names that would be something else', () => {
  it('are text in Slack', async () => {
    const [{text, blocks}] = await bodies(KINDS.slack.target('https://peer.test'), [notice()])
    expect(text + blocks[1].text.text).not.toMatch(/<[!@]/)
    expect(blocks[1].text.text).toContain('Pump &lt;7&gt; &amp; "@everyone" *bold*')
    expect(blocks[0].text).toMatchObject({type: 'plain_text', emoji: false})
    expect(blocks[1].text.verbatim).toBe(true)
  })

  it('are text in Telegram', async () => {
    const [{text, parse_mode: mode}] = await bodies(KINDS.telegram.target('https://peer.test'), [notice()])
    expect(mode).toBe('HTML')
    expect(text.replace(/<\/?b>|<a href="[^"<>]*">|<\/a>/g, '')).not.toMatch(/[<>]/)
  })

  it('ring nobody in Discord', async () => {
    const [{embeds, allowed_mentions: mentions, content}] = await bodies(KINDS.discord.target('https://peer.test'), [
      notice(),
    ])
    expect([mentions, content]).toEqual([{parse: []}, undefined])
    expect(embeds[0].description).toContain('Pump \\<7\\> & "\\@everyone" \\*bold\\* \\[a\\]\\(http://x\\)')
  })

  it('are runs of text in Teams', async () => {
    const [{attachments}] = await bodies(KINDS.teams.target('https://peer.test'), [notice()])
    const {body, version} = attachments[0].content
    expect(version).toBe('1.4')
    expect(body.map(({type}: {type: string}) => type)).toEqual(['RichTextBlock', 'RichTextBlock'])
    expect(body[1].inlines[0]).toMatchObject({type: 'TextRun', text: expect.stringContaining(NASTY)})
  })

  it('are text in Matrix', async () => {
    const [body] = await bodies(KINDS.matrix.target('https://peer.test'), [notice()])
    expect(body.formatted_body).toContain('Pump &lt;7&gt; &amp; &quot;@everyone&quot;')
    expect(body['m.mentions']).toEqual({})
  })
})

describe('a link to a host of the local network', () => {
  const origin = 'http://pulsewall:3000'
  const link = `${origin}/alarms/a`
  const line = `Open the alarm: ${link}`

  it.each<[keyof typeof KINDS, string, (body: never) => readonly unknown[], readonly unknown[]]>([
    [
      'discord',
      'below the text',
      ({embeds: [embed]}: {embeds: {url?: string; description: string}[]}) => [
        embed?.url,
        embed?.description.split('\n').at(-1),
      ],
      [undefined, line],
    ],
    [
      'pushover',
      'below the text',
      ({url, url_title: title, message}: {url?: string; url_title?: string; message: string}) => [
        ...[url, title],
        message.split('\n').at(-1),
      ],
      [undefined, undefined, line],
    ],
    [
      'pagerduty',
      'among the details',
      (body: {client_url?: string; links: object[]; payload: {custom_details: {link: string}}}) => [
        ...[body.client_url, body.links],
        body.payload.custom_details.link,
      ],
      [undefined, [], link],
    ],
    ['slack', 'a section', ({blocks}: {blocks: {text: {text: string}}[]}) => [blocks.at(-1)?.text.text], [line]],
    ['telegram', 'the last line', ({text}: {text: string}) => [text.split('\n').at(-1)], [line]],
    [
      'teams',
      'the last paragraph',
      ({attachments: [card]}: {attachments: {content: {actions: object[]; body: {inlines: {text: string}[]}[]}}[]}) => [
        card?.content.actions,
        card?.content.body.at(-1)?.inlines[0]?.text,
      ],
      [[], line],
    ],
  ])('is text at %s: %s', async (kind, _, linked, expected) => {
    const [body] = await bodies(KINDS[kind].target('https://peer.test'), [notice()], {origin})
    expect(linked(body as never)).toEqual(expected)
  })

  it.each([
    ['https://pulsewall.works.test/alarms/1', true],
    ['http://192.168.1.7:3000/alarms/1', true],
    ['http://pulsewall.local:3000/alarms/1', true],
    ['http://pulsewall:3000/alarms/1', false],
    ['http://localhost:3000/alarms/1', false],
    ['http://pulsewall.localhost/alarms/1', false],
    ['http://[::1]/alarms/1', false],
    [`https://pulsewall.test/${'x'.repeat(2000)}`, false],
    ['ftp://pulsewall.test/alarms/1', false],
  ])('is told from one that peers take: %s: %s', (url, isTaken) => {
    expect(peerLink({label: 'Open', url})).toEqual(isTaken ? {url} : {line: `Open: ${url}`})
  })
})

describe('a field that is not known', () => {
  const keyed = Object.entries(KINDS).filter(([kind]) => kind !== 'http')

  it.each(keyed)('is left out at %s', async (_, {target: targetAt}) => {
    const unknown = {severity: null, value: null, peak: null, raised_at: null, unit: null, limit: null, place: null}
    const sent = [
      ...(await callsOf(targetAt('https://peer.test'), [], {type: 'test'})),
      ...(await callsOf(targetAt('https://peer.test'), [notice(unknown)])),
    ]
    expect(sent.map(({body}) => String(body)).join()).not.toMatch(/:null/)
  })
})

describe('a message to an Alertmanager receiver', () => {
  const target = KINDS.alertmanager.target('https://peer.test')

  it('says what all its alerts have in common', async () => {
    const [one] = await bodies(target, [notice()])
    const {labels, annotations} = one.alerts[0]
    expect([one.commonLabels, one.commonAnnotations]).toEqual([labels, annotations])
    expect(labels.alertname).toBe('temperature value')

    const [two] = await bodies(target, [notice(), notice({occurrence_id: 'p', device_id: 'e', device_name: 'Fan'})])
    expect(two.commonLabels).toEqual({alertname: 'temperature value', key: 'temperature', route: 'Noc'})
    expect(two.commonAnnotations).toEqual({severity: 'critical', change: 'raised', value: '87.25'})
  })

  it('identifies an alert by the same labels when it gets worse, its device is renamed, and it ends', async () => {
    const story = [
      notice({severity: 'warning'}),
      notice({change: 'worsened'}),
      notice({change: 'ended', ended_at: AT, device_name: 'Renamed'}),
    ]
    const sent = await Promise.all(story.map(async told => (await bodies(target, [told]))[0].alerts[0]))
    expect(new Set(sent.map(({labels}) => JSON.stringify(labels))).size).toBe(1)
    expect(sent.map(({status, annotations}) => [status, annotations.severity])).toEqual([
      ['firing', 'warning'],
      ['firing', 'critical'],
      ['resolved', 'critical'],
    ])
  })

  it('tells an alarm that flaps from its occurrences', async () => {
    const flapping = notice({change: 'flapping', occurrence_id: null})
    const [body] = await bodies(target, [notice(), flapping])
    expect(body.alerts.map(({labels}: {labels: {alertname: string}}) => labels.alertname)).toEqual([
      'temperature value',
      'temperature value flapping',
    ])
  })
})

describe('the limits of the peers', () => {
  it.each<[keyof typeof KINDS, (body: never) => number, number]>([
    ['slack', ({blocks}: {blocks: {text: {text: string}}[]}) => blocks[1]?.text.text.length ?? 0, 3000],
    ['teams', (body: object) => Buffer.byteLength(JSON.stringify(body)), 28_000],
    [
      'discord',
      ({embeds}: {embeds: {title: string; description: string}[]}) =>
        `${embeds[0]?.title}${embeds[0]?.description}`.length,
      6000,
    ],
    ['telegram', ({text}: {text: string}) => text.length, 4096],
    ['ntfy', ({message}: {message: string}) => Buffer.byteLength(message), 4096],
    ['pushover', ({message}: {message: string}) => message.length, 1024],
    ['matrix', (body: object) => Buffer.byteLength(JSON.stringify(body)), 65_000],
  ])('of %s hold for 500 long names, and the rest is counted', async (kind, size, most) => {
    const [body] = await bodies(KINDS[kind].target('https://peer.test'), MANY, {total: 500})
    expect(size(body as never)).toBeLessThanOrEqual(most)
    expect(JSON.stringify(body)).toMatch(/… and 4\d\d more/)
  })

  it('of PagerDuty and Opsgenie hold for a long name', async () => {
    const long = notice({device_name: '€'.repeat(5000)})
    const [event] = await bodies(KINDS.pagerduty.target('https://peer.test'), [long])
    expect([event.payload.summary.length, event.dedup_key.length <= 255]).toEqual([1024, true])
    const [alert] = await bodies(KINDS.opsgenie.target('https://peer.test'), [long])
    expect([alert.message.length, alert.description.length <= 15_000]).toEqual([130, true])
  })
})

it('leads to the runbook of the threshold', async () => {
  const runbook = 'https://wiki.test/tank'
  const [event] = await bodies(KINDS.pagerduty.target('https://peer.test'), [notice({runbook})])
  expect(event.links[1]).toEqual({href: runbook, text: 'Runbook'})
  const [{alerts}] = await bodies(KINDS.alertmanager.target('https://peer.test'), [notice({runbook})])
  expect(alerts[0].annotations.runbook_url).toBe(runbook)
  const [slack] = await bodies(KINDS.slack.target('https://peer.test'), [notice({runbook})])
  expect(JSON.stringify(slack)).toContain(runbook)
})

describe('the keys of the peers', () => {
  const ended = notice({id: 'o:ended', change: 'ended', ended_at: AT})
  const acknowledged = notice({change: 'worsened', acknowledged_at: AT})
  const passed = notice({change: 'passed', ended_at: AT})

  it.each<[string, NoticeWire, [string, string][]]>([
    ['a beginning', notice(), [['trigger', 'pulsewall-o']]],
    ['an end', ended, [['resolve', 'pulsewall-o']]],
    [
      'what somebody has acknowledged',
      acknowledged,
      [
        ['trigger', 'pulsewall-o'],
        ['acknowledge', 'pulsewall-o'],
      ],
    ],
    [
      'what is over already',
      passed,
      [
        ['trigger', 'pulsewall-o'],
        ['resolve', 'pulsewall-o'],
      ],
    ],
    ['an alarm that flaps', notice({change: 'flapping', occurrence_id: null}), [['trigger', 'pulsewall-a']]],
    ['one that has settled', notice({change: 'settled', occurrence_id: null}), [['resolve', 'pulsewall-a']]],
  ])('tell PagerDuty and Opsgenie of %s', async (_, told, events) => {
    const chain = (call: Call | undefined): Call[] => (call === undefined ? [] : [call, ...chain(call.then)])
    const [event] = await callsOf(KINDS.pagerduty.target('https://peer.test'), [told])
    const sent = chain(event).map(({body}) => JSON.parse(String(body)))
    expect(sent.map(body => [body.event_action, body.dedup_key])).toEqual(events)
    const [alert] = await callsOf(KINDS.opsgenie.target('https://peer.test'), [told])
    const paths: Record<string, string> = {trigger: '', resolve: '/close', acknowledge: '/acknowledge'}
    expect(chain(alert).map(({url}) => new URL(url).pathname)).toEqual(
      events.map(([action, key]) => `/v2/alerts${action === 'trigger' ? '' : `/${key}${paths[action]}`}`),
    )
  })

  it('are the same for the beginning and the end at Alertmanager and ntfy', async () => {
    const alerts = await Promise.all(
      [notice(), ended].map(told => bodies(KINDS.alertmanager.target('https://peer.test'), [told])),
    )
    expect(alerts.map(([body]) => [body.version, body.status, body.alerts[0].status])).toEqual([
      ['4', 'firing', 'firing'],
      ['4', 'resolved', 'resolved'],
    ])
    expect(new Set(alerts.map(([body]) => body.alerts[0].fingerprint + body.groupKey)).size).toBe(1)
    const messages = await Promise.all(
      [notice(), ended].map(told => bodies(KINDS.ntfy.target('https://peer.test'), [told])),
    )
    expect(messages.map(([body]) => body.sequence_id)).toEqual(['pulsewall-o', 'pulsewall-o'])
  })

  it('name the transaction of Matrix by the delivery', async () => {
    const [call] = await callsOf(KINDS.matrix.target('https://peer.test'), [notice()])
    expect([call?.method, call?.url.endsWith('/m.room.message/delivery-key')]).toEqual(['PUT', true])
  })
})

describe('a text', () => {
  it('lists what fits', () => {
    const list = Array.from({length: 9}, (_, at) => `line ${at}`)
    expect(fitted({before: ['9 raised'], list}, {total: 20, most: 40})).toBe('9 raised\nline 0\nline 1\n… and 18 more')
  })
})

describe('an answer', () => {
  it.each([
    ['7', 7000],
    ['Mon, 23 Nov 2026 12:00:30 GMT', 30_000],
    ['soon', undefined],
  ])('asks with Retry-After: %s for %d ms', (value, after) => {
    expect(retryAfter(value, AT)).toBe(after)
  })

  it.each<[string, Record<string, string>, string, string]>([
    [
      'the value of a header',
      {kind: 'http', headers: 'X-Api-Key: abcdefghijklmnop\nX-Site: works'},
      'the key abcdefghijklmnop of works',
      'the key … of works',
    ],
    ['a token after Bearer', {kind: 'http', headers: 'Authorization: Bearer tok-123456'}, 'tok-123456!', '…!'],
    ['a password', {kind: 'http', headers: 'Authorization: Basic YWRhOmxvdmVsYWNl'}, 'ada:lovelace', '…'],
    ['the last part of a path', {kind: 'http', url: 'https://a.test/hooks/incoming'}, 'no hook incoming', 'no hook …'],
    ['a part of a query', {kind: 'teams', url: 'https://a.test/run?sig=aB3-dE6%2Bg'}, 'sig aB3-dE6+g', 'sig …'],
    ['a beginning', {kind: 'gotify', token: 'AbCdEfGhIjKl'}, 'provide AbCdEfGh***', 'provide …***'],
    ['another case', {kind: 'opsgenie', key: 'AbCdEfGhIjKl'}, 'key abcdefghijkl', 'key …'],
    ['its Base64', {kind: 'pagerduty', key: 'AbCdEfGhIjKl'}, 'got QWJDZEVmR2hJaktsIA==', 'got …IA=='],
    [
      'nothing',
      {kind: 'discord', url: 'https://a.test/api/webhooks/1/tok-123456'},
      'Unknown Webhook',
      'Unknown Webhook',
    ],
  ])('that repeats %s of a secret does so in no delivery', (_, {kind, ...fields}, words, shown) => {
    const hide = hideSecretsOf({kind: kind as ChannelKind, secret: JSON.stringify({kind, ...fields})})
    const reading = readingOf({}, {status: 400, headers: {}, body: words}, {at: AT, url: 'https://a.test/', hide})
    expect(reading).toEqual({never: `it does not accept the message: answered 400 (${shown})`})
  })

  it('that is a page is not repeated', () => {
    const reading = readingOf(
      {},
      {status: 500, headers: {}, body: '<html>'},
      {at: AT, url: 'https://peer.test/', hide: String},
    )
    expect(reading).toEqual({later: 'answered 500'})
  })
})

describe('the template of an HTTP call', () => {
  const withBody = (body: string) => ({...KINDS.http.target('https://peer.test'), body})

  it('knows each field of the wire, also of messages from before there was the field', async () => {
    expect(await bodies(withBody('[{{ notice.place | json }}, {{ notice.limit.value | json }}]'), [notice()])).toEqual([
      [null, null],
    ])
  })

  it('is not sent when it makes no JSON of a message', async () => {
    await expect(callsOf(withBody('{"place": {{ notice.place }}}'), [notice()])).rejects.toThrow(
      /^The template makes no JSON: .+ Write \{\{ title \| json \}\} without quotes/,
    )
  })
})
