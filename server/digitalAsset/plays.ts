import type {FastifyPluginAsync} from 'fastify'
import * as z from 'zod/mini'
import {BYTE_ORDER_MARK, csvText} from '../../contract/rules/csv'
import {listPlays, type PlaysQuery, readPlaysCsv} from '../../contract/wire/entities/digitalAsset'
import type {Viewer} from '../access/viewer'
import type {AssetRepository} from '../asset/repository'
import type {DeviceRepository, VisibleDevice} from '../device/repository'
import {serving, streamed} from '../http/serve'
import type {Play, TelemetryRepository} from '../telemetry/repository'

export interface PlaysOptions {
  devices: Pick<DeviceRepository, 'allVisible'>
  assets: Pick<AssetRepository, 'namesOf'>
  telemetry: Pick<TelemetryRepository, 'sumPlays' | 'pagesOfPlays'>
}

/** Lists the plays of the screens within reach. */
export const playsRoutes: FastifyPluginAsync<PlaysOptions> = async (app, {devices, assets, telemetry}) => {
  const serve = serving(app, 'digital assets')

  async function devicesFor(viewer: Viewer, query: PlaysQuery): Promise<Map<number, VisibleDevice>> {
    const visible = await devices.allVisible(viewer, query)
    const requested = visible.filter(device => query.device_id === undefined || device.id === query.device_id)
    return new Map(requested.map(device => [device.number, device]))
  }

  serve(
    {
      ...listPlays,
      description: 'How often and for how long each screen has played each video. `to` is not included.',
    },
    async ({viewer, query}) => {
      const screens = await devicesFor(viewer, query)
      const sums = await telemetry.sumPlays([...screens.keys()], rangeOf(query))
      const names = await assets.namesOf(viewer, idsIn(sums))
      return sums.flatMap(({deviceNumber, assetId, name, brokenOff, ...sum}) => {
        const screen = screens.get(deviceNumber)
        if (screen === undefined) return []
        return {
          ...sum,
          device_id: screen.id,
          device_name: screen.name,
          asset_id: assetId,
          asset_name: names.get(assetId) ?? name,
          broken_off: brokenOff,
        }
      })
    },
  )

  /** Each play is a line. Times are in UTC. */
  async function* csvOf(viewer: Viewer, query: PlaysQuery): AsyncGenerator<string> {
    const screens = await devicesFor(viewer, query)
    const byName = [...screens.values()].sort((one, other) => one.name.localeCompare(other.name))
    yield BYTE_ORDER_MARK + line(['start', 'device', 'device_id', 'video', 'video_id', 'seconds', 'whole', 'revision'])
    const numbers = byName.map(({number}) => number)
    for await (const page of telemetry.pagesOfPlays(numbers, rangeOf(query))) {
      const names = await assets.namesOf(viewer, idsIn(page))
      yield page.map(play => lineOf(play, screens.get(play.deviceNumber), names)).join('')
    }
  }

  serve(
    {
      ...readPlaysCsv,
      description: 'The same as a file with a line for each play.',
      produces: ['text/csv'],
      answer: z.unknown(),
    },
    async ({viewer, query}, reply) => {
      const file = await streamed(csvOf(viewer, query))
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="plays.csv"')
        .send(file)
    },
  )
}

const rangeOf = ({from, to, asset_id: assetId}: PlaysQuery) => ({from, to, assetId})

const idsIn = (found: readonly {assetId: string}[]): string[] => [...new Set(found.map(({assetId}) => assetId))]

const lineOf = (play: Play, screen: VisibleDevice | undefined, names: ReadonlyMap<string, string>): string =>
  line([
    ...[new Date(play.ts).toISOString(), screen?.name ?? '', screen?.id ?? ''],
    ...[names.get(play.assetId) ?? play.name, play.assetId],
    ...[String(play.seconds), String(play.whole), String(play.revision)],
  ])

const line = (fields: readonly string[]): string => `${fields.map(csvText).join(',')}\r\n`
