import fc from 'fast-check'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {ALARM_KINDS} from '../../../contract/wire/alarm'
import type {Json} from '../../../contract/wire/common'
import {NOTICE_CHANGES, type NoticeWire, notice} from '../../../contract/wire/notification'
import {renderTemplate, tryTemplates} from '../../../server/notification/wording/template'
import {samples, valuesOf} from '../../../server/notification/wording/templateValues'
import {createTestApp, PASSWORD, seedOrganisation, seedUser, signIn, type TestApp} from '../../support/app'

const JSON_TYPE = 'application/json'
const PLACE = 'The HTTP call of the route “Noc”'

describe('a template that is saved', () => {
  let test: TestApp
  let url: string
  let cookies: Record<string, string>

  beforeAll(async () => {
    test = await createTestApp()
    const works = await seedOrganisation(test.database, 'Works')
    await seedUser(test.database, {email: 'ada@works.test', authority: 'ORGANISATION_ADMIN', organisationId: works})
    url = `/api/v0/attribute/organisation/${works}/1/alarmRoutes`
    cookies = await signIn(test.app, 'ada@works.test', PASSWORD)
  })
  afterAll(() => test.close())

  const http = (body: string, contentType = JSON_TYPE) => ({
    kind: 'http',
    method: 'POST',
    url: 'https://sms.test/',
    contentType,
    body,
  })

  async function save(...routes: Json[]) {
    const response = await test.app.inject({method: 'PUT', url, cookies, body: {json_v: routes}})
    return [response.statusCode, response.json().message]
  }
  const saveBody = (body: string, contentType?: string) => save({name: 'Noc', targets: [http(body, contentType)]})

  it.each([
    ['{{ text', `${PLACE}: The template can’t be applied: output "{{ text" not closed, line:1, col:1`],
    ['{% render "file" %}', /can’t be applied/],
    ['{{ text | shout }}', `${PLACE}: The template can’t be applied: undefined filter: shout, line:1, col:1`],
    ['{{ nothing }}', /can’t be applied: undefined variable: nothing, line:1, col:4/],
    ['{"text": "{{ title }}"}', /with all its fields: The template makes no JSON: .+ Write \{\{ title \| json \}\}/],
    [
      '{"v": {{ notice.value }}}',
      /^The HTTP call of the route “Noc”, for an alarm about a value \(raised\) with null in all fields that may be null: The template makes no JSON/,
    ],
    [
      '{% if notice.kind == "silence" and notice.change == "ended" %}{{ title }}{% else %}{}{% endif %}',
      /for an alarm about a silent device \(ended\)/,
    ],
    ['[{% for n in notices %}{}{% unless forloop.last %},{% endunless %}{% endfor %}', /makes no JSON/],
    ['[{% for n in notices %}{}{% endfor %}]', /for many alarms at once: The template makes no JSON/],
    ['{% for a in (1..100000000) %}{{ text }}{% endfor %}', /can’t be applied: /],
  ])('%s is refused, and says where and why', async (body, message) => {
    expect(await saveBody(body)).toEqual([400, typeof message === 'string' ? message : expect.stringMatching(message)])
  })

  it('names the escalation that it belongs to', async () => {
    const escalations = [{after: 5, targets: [http('{{ text')]}]
    expect(await save({name: 'Noc', targets: [http('{{ text | json }}')], escalations})).toEqual([
      400,
      expect.stringContaining('The HTTP call of the route “Noc”, escalation 1: '),
    ])
  })

  it.each([
    '{"p": {{ notice.place | json }}, "v": {{ notice.limit.value | json }}, "u": {{ notice.unit | json }}}',
    '[{% for n in notices %}{"c": {{ n.customer_name | json }}, "r": {{ n.runbook | json }}}{% unless forloop.last %},{% endunless %}{% endfor %}]',
    '{"id": "{{ notice.alarm_id }}", "text": {{ text | json }}, "when": {{ notice.raised_at | json }}}',
  ])('%s is taken', async body => {
    expect(await saveBody(body)).toEqual([expect.toSatisfy(status => status === 200 || status === 201), undefined])
  })

  it('is no template where no route calls it', async () => {
    expect((await save({name: 'Noc', targets: [], note: http('{{ text')}))[0]).toBeLessThan(300)
  })

  it('is one of forty at most, and of 100,000 characters together', async () => {
    const targetsOf = (length: number, size: number) =>
      Array.from({length: length / 5}, (_, route) => ({
        name: `Route ${route}`,
        targets: Array.from({length: 5}, (_, at) => http(`"${route}.${at}${'x'.repeat(size)}"`)),
      }))
    const refused = [400, expect.stringContaining('more than 40 different templates, or 100000 characters')]
    expect((await save(...targetsOf(40, 10)))[0]).toBeLessThan(300)
    expect(await save(...targetsOf(45, 10))).toEqual(refused)
    expect(await save(...targetsOf(15, 9000))).toEqual(refused)
  })
})

describe('a message', () => {
  it('is tried with each change of each kind of alarm, and with each field missing', () => {
    const told = samples().flatMap(({values}) => values.notices)
    const pairs = new Set(told.map(({change, kind}) => `${change} ${kind}`))
    expect(pairs.size).toBe(NOTICE_CHANGES.length * ALARM_KINDS.length)
    for (const field of Object.keys(notice.shape)) {
      const values = told.map(sample => sample[field])
      expect(values).not.toContain(undefined)
      expect(values.some(value => value !== null)).toBe(true)
    }
  })

  it('of fifty random templates is either refused when they are saved, or the body that they promise', async () => {
    await fc.assert(
      fc.asyncProperty(aTemplate, fc.array(aNotice, {minLength: 1, maxLength: 5}), async (template, notices) => {
        const given = {template, contentType: JSON_TYPE}
        const fault = await tryTemplates([{...given, place: ''}])
        if (fault !== undefined) return
        for (const change of NOTICE_CHANGES)
          for (const kind of ALARM_KINDS) {
            const rendered = await renderTemplate({
              ...given,
              values: valuesFor(notices.map(told => ({...told, change, kind}))),
            })
            expect(rendered).toEqual({body: expect.toSatisfy(body => JSON.parse(body) !== undefined)})
          }
      }),
      {numRuns: 50},
    )
  })
})

const text = fc.oneof(fc.string({unit: 'grapheme'}), fc.constantFrom('"', '\\', '</b>', '{{ x }}', '\n'))
const number = fc.oneof(fc.double({noNaN: true, noDefaultInfinity: true}), fc.integer())
const nothing = fc.constant(null)

const aNotice: fc.Arbitrary<NoticeWire> = fc.record(
  {
    id: fc.uuid(),
    change: fc.constantFrom(...NOTICE_CHANGES),
    alarm_id: fc.uuid(),
    occurrence_id: fc.oneof(fc.uuid(), nothing),
    device_id: fc.uuid(),
    device_name: text,
    key: text,
    kind: fc.constantFrom(...ALARM_KINDS),
    severity: fc.constantFrom('critical', 'warning', null),
    value: fc.oneof(number, nothing),
    peak: fc.oneof(number, nothing),
    raised_at: fc.oneof(fc.nat(), nothing),
    acknowledged_at: fc.oneof(fc.nat(), nothing),
    ended_at: fc.oneof(fc.nat(), nothing),
    ended_by: fc.constantFrom('returned', 'reset', null),
    unit: fc.oneof(text, nothing),
    limit: fc.oneof(
      fc.record({side: fc.constantFrom('above', 'below'), value: number}, {noNullPrototype: true}),
      nothing,
    ),
    place: fc.oneof(text, nothing),
    customer_name: fc.oneof(text, nothing),
    alarm_version: fc.oneof(fc.nat(), nothing),
    runbook: fc.oneof(text, nothing),
    after_maintenance: fc.boolean(),
  },
  {
    noNullPrototype: true,
    requiredKeys: [
      ...([
        'id',
        'change',
        'alarm_id',
        'occurrence_id',
        'device_id',
        'device_name',
        'key',
        'kind',
        'severity',
      ] as const),
      ...(['value', 'peak', 'raised_at', 'acknowledged_at', 'ended_at', 'ended_by'] as const),
    ],
  },
)

const field = fc.constantFrom(
  ...Object.keys(notice.shape).map(name => `notice.${name}`),
  'notice.limit.value',
  'title',
  'total',
)
const filter = fc.constantFrom(
  '',
  ' | json',
  ' | json',
  ' | default: 0',
  ' | default: "x" | json',
  ' | round',
  ' | upcase | json',
  ' | size',
)
const output = fc.tuple(field, filter).map(([name, filtered]) => `{{ ${name}${filtered} }}`)
const part = fc.oneof(
  output,
  fc.tuple(field, output, output).map(([name, one, other]) => `{% if ${name} %}${one}{% else %}${other}{% endif %}`),
  fc
    .tuple(output)
    .map(([one]) => `[{% for n in notices %}${one}{% unless forloop.last %},{% endunless %}{% endfor %}]`),
)
const aTemplate = fc
  .array(part, {minLength: 1, maxLength: 4})
  .map(parts => `{${parts.map((value, at) => `"f${at}": ${value}`).join(', ')}}`)

const valuesFor = (notices: NoticeWire[]) =>
  valuesOf(
    {
      route: 'Noc "1"',
      step: 1,
      key: 'k',
      message: {type: 'alarms.changed', at: 0, total: notices.length, counts: {}, notices},
    },
    {at: 0, text: {subject: 'Pump "7"', before: ['Pump'], link: {label: '', url: 'https://example.com'}, after: []}},
  )
