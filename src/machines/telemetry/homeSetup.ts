import {assign, fromCallback, fromPromise, raise, sendTo, setup} from 'xstate'
import type {Capabilities} from '../../../contract/wire/capabilities'
import {messageOf} from '../../domain/failure'
import type {Series} from '../../domain/telemetry/series'
import {
  extendSparklines,
  fetchedSparkline,
  missedSparkline,
  type SparklineId,
  type SparklinesByDevice,
  sparklinesOf,
} from '../../domain/telemetry/sparkline'
import {
  type DevicesContext,
  type DevicesEvent,
  type DevicesInput,
  devicesActions,
  devicesActors,
  devicesDelays,
  devicesGuards,
  nothingKnown,
} from './devicesSetup'

export interface HomeInput extends DevicesInput {
  /** The viewer's IANA time zone. */
  zone: string
}

export interface HomeContext extends DevicesContext, HomeInput {
  /** Of the user's profile; null without one. */
  city: string | null
  sparklines: SparklinesByDevice
  /** Those of which all values are shown. */
  unfoldedDeviceIds: ReadonlySet<string>
}

/** What `sparklines` tells of. */
export type SparklinesEvent =
  | ({type: 'sparkline.received'; series: Series} & SparklineId)
  | ({type: 'sparkline.missed'; error: unknown} & SparklineId)

/** What `sparklines` is told: those in view, and that points may have been missed. */
export type SparklinesCommand =
  | {type: 'sparklines.wanted'; sparklines: readonly SparklineId[]}
  | {type: 'refresh.requested'}

export interface SparklinesInput {
  wanted: readonly SparklineId[]
  zone: string
  capabilities: Capabilities
}

type HomeEvent = DevicesEvent | SparklinesEvent | {type: 'values.toggled'; deviceId: string}

const NOT_LOADED = 'The points could not be loaded.'

/** The actors, actions and guards of MyHome; `home.ts` says when. */
export const homeSetup = setup({
  types: {} as {
    context: HomeContext
    events: HomeEvent
    input: HomeInput
    children: {readings: 'readings'; sparklines: 'sparklines'}
  },
  actors: {
    ...devicesActors,
    loadCity: fromPromise<string | null, void>(() => {
      throw new Error('`loadCity` must be provided')
    }),
    sparklines: fromCallback<SparklinesCommand, SparklinesInput>(() => {
      throw new Error('`sparklines` must be provided')
    }),
  },
  actions: devicesActions<HomeContext, HomeEvent>(known => known),
  guards: devicesGuards,
  delays: devicesDelays,
}).extend({
  actions: {
    resume: raise({type: 'telemetry.resumed'}),
    rememberCity: assign({city: (_, {city}: {city: string | null}) => city}),
    toggleValues: assign({
      unfoldedDeviceIds: ({context}, {deviceId}: {deviceId: string}) => toggled(context.unfoldedDeviceIds, deviceId),
    }),
    rememberSparkline: assign({
      sparklines: ({context: {sparklines}}, {deviceId, key, series}: SparklineId & {series: Series}) =>
        new Map([...sparklines, [deviceId, fetchedSparkline(key, series)]]),
    }),
    rememberMissed: assign({
      sparklines: ({context: {sparklines}}, {deviceId, key, error}: SparklineId & {error: unknown}) =>
        new Map([
          ...sparklines,
          [deviceId, missedSparkline(sparklines.get(deviceId), key, messageOf(error, NOT_LOADED))],
        ]),
    }),
    extendSparklines: assign({
      sparklines: ({context: {sparklines, readings, now}}) => extendSparklines(sparklines, readings, now),
    }),
    tellSparklines: sendTo('sparklines', ({context}) => ({
      type: 'sparklines.wanted',
      sparklines: wantedSparklines(context),
    })),
    refreshSparklines: sendTo('sparklines', {type: 'refresh.requested'}),
  },
})

export const initialContext = (input: HomeInput): HomeContext => ({
  ...nothingKnown,
  ...input,
  city: null,
  sparklines: new Map(),
  unfoldedDeviceIds: new Set(),
})

export function sparklinesInput(context: HomeContext): SparklinesInput {
  return {wanted: wantedSparklines(context), zone: context.zone, capabilities: context.capabilities}
}

const wantedSparklines = ({shownDeviceIds, readings}: HomeContext) => sparklinesOf(shownDeviceIds, readings)

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter(other => other !== id)) : new Set([...ids, id])
}
