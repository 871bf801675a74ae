import {expect, it, onTestFinished} from 'vitest'
import {createTestApp, type TestAppOptions} from '../../../support/app'
import {createWorld, type World} from '../../../support/world'

const TOKEN = 'a-token-of-operators'

async function create(options?: TestAppOptions): Promise<World> {
  const world = await createWorld(options)
  onTestFinished(() => world.close())
  return world
}

it('tells a program on this machine of memory, processor, event loop, database, sockets and answers', async () => {
  const {app, call} = await create()
  await call('admin', 'GET', '/api/v0/user')

  const {body, headers} = await app.inject({url: '/metrics'})

  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(namesIn(body)).toEqual([
    'pulsewall_alarms_active gauge',
    'pulsewall_background_failures_total counter',
    'pulsewall_background_last_failure_timestamp_seconds gauge',
    'pulsewall_background_last_success_timestamp_seconds gauge',
    'pulsewall_build_info gauge',
    'pulsewall_cpu_seconds_total counter',
    'pulsewall_database_connections gauge',
    'pulsewall_database_connections_idle gauge',
    'pulsewall_database_fault gauge',
    'pulsewall_database_size_bytes gauge',
    'pulsewall_database_waiting gauge',
    'pulsewall_disk_free_bytes gauge',
    'pulsewall_disk_used_ratio gauge',
    'pulsewall_evaluation_seconds_total counter',
    'pulsewall_evaluations_refused_total counter',
    'pulsewall_evaluations_total counter',
    'pulsewall_evaluations_waiting gauge',
    'pulsewall_event_loop_delay_seconds gauge',
    'pulsewall_http_answers_total counter',
    'pulsewall_http_device_seconds histogram',
    'pulsewall_http_seconds histogram',
    'pulsewall_ingest_commit_seconds histogram',
    'pulsewall_ingest_messages_total counter',
    'pulsewall_ingest_refused_total counter',
    'pulsewall_ingest_values_total counter',
    'pulsewall_ingest_waiting gauge',
    'pulsewall_live_connections gauge',
    'pulsewall_live_dropped_total counter',
    'pulsewall_live_walls gauge',
    'pulsewall_live_walls_behind gauge',
    'pulsewall_live_walls_replaced_total counter',
    'pulsewall_live_walls_waiting gauge',
    'pulsewall_login_failures_total counter',
    'pulsewall_mails_oldest_waiting_seconds gauge',
    'pulsewall_mails_total counter',
    'pulsewall_mails_waiting gauge',
    'pulsewall_memory_heap_bytes gauge',
    'pulsewall_memory_resident_bytes gauge',
    'pulsewall_mqtt_connections gauge',
    'pulsewall_mqtt_listening gauge',
    'pulsewall_mqtt_total counter',
    'pulsewall_open_file_descriptors gauge',
    'pulsewall_open_file_descriptors_limit gauge',
    'pulsewall_readiness_warnings gauge',
    'pulsewall_ready gauge',
    'pulsewall_refused_total counter',
    'pulsewall_retention_last_pass_timestamp_seconds gauge',
    'pulsewall_retention_removed_total counter',
    'pulsewall_screens gauge',
    'pulsewall_unready gauge',
    'pulsewall_upkeep_passed_over_total counter',
    'pulsewall_uptime_seconds gauge',
    'pulsewall_webhooks_oldest_waiting_seconds gauge',
    'pulsewall_webhooks_total counter',
    'pulsewall_webhooks_waiting gauge',
  ])
  const heap = valueIn(body, 'pulsewall_memory_heap_bytes')
  expect(heap).toBeGreaterThan(1_000_000)
  expect(valueIn(body, 'pulsewall_memory_resident_bytes')).toBeGreaterThan(heap)
  expect(valueIn(body, 'pulsewall_database_size_bytes')).toBeGreaterThan(1_000_000)
  expect(valueIn(body, 'pulsewall_http_answers_total\\{status="200"\\}')).toBe(2)
  expect(valueIn(body, 'pulsewall_http_seconds_count')).toBe(2)
})

it('tells nobody on another machine, whoever is signed in there', async () => {
  const {app} = await create()

  const answer = await app.inject({url: '/metrics', remoteAddress: '192.0.2.7'})

  expect([answer.statusCode, answer.json()]).toEqual([
    403,
    {
      message: 'Metrics are sent to callers with the token of METRICS_TOKEN; without one, to programs on this machine.',
    },
  ])
})

it('tells who brings the token, and nobody else, when there is one', async () => {
  const {app} = await create({metricsToken: TOKEN})
  const ask = async (authorization?: string) =>
    (await app.inject({url: '/metrics', remoteAddress: '192.0.2.7', headers: authorization ? {authorization} : {}}))
      .statusCode

  expect(await ask(`Bearer ${TOKEN}`)).toBe(200)
  expect(await ask(`Bearer ${TOKEN}s`)).toBe(403)
  expect(await ask(TOKEN)).toBe(403)
  expect(await ask()).toBe(403)
  expect((await app.inject({url: '/metrics'})).statusCode).toBe(403)
})

it('still answers when the database does not', async () => {
  const {app, database} = await createTestApp()
  onTestFinished(() => app.close())
  await database.close()

  const {statusCode, body} = await app.inject({url: '/metrics'})

  expect([statusCode, valueIn(body, 'pulsewall_database_size_bytes')]).toEqual([200, Number.NaN])
})

const namesIn = (text: string) => [...text.matchAll(/^# TYPE (.+)$/gm)].map(([, name]) => name).toSorted()

const valueIn = (text: string, pattern: string) => Number(new RegExp(`^${pattern} (.+)$`, 'm').exec(text)?.[1])
