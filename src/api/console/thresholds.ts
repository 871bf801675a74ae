import {THRESHOLDS_ATTRIBUTE, thresholdValue} from '../../../contract/rules/thresholds'
import {UNITS_ATTRIBUTE, unitsFrom} from '../../../contract/rules/units'
import {dryRunAlarm} from '../../../contract/wire/alarm'
import {ATTRIBUTE_SCOPES} from '../../../contract/wire/entities/attribute'
import type {Attribute, AttributeOwner} from '../../domain/console/attribute'
import type {LevelKind, ThresholdLevel, ThresholdLevels, ThresholdOwner} from '../../domain/console/thresholds/levels'
import type {PreviewDevice, Trial, TrialQuestion} from '../../domain/console/thresholds/trial'
import type {TimeRange} from '../../domain/timeRange/timeRange'
import {ApiError} from '../errors'
import type {Http, Options} from '../http'
import {listAttributes} from './attributes'

/** Loads what an entity says of its thresholds, and those whose thresholds it inherits, as far as they may be read. */
export async function loadThresholdLevels(
  http: Http,
  {
    owner: {kind, id, organisationId, customerId},
    mayRead,
  }: {owner: ThresholdOwner; mayRead: (kind: LevelKind) => boolean},
  options: Options = {},
): Promise<ThresholdLevels> {
  const above: [LevelKind, string | null][] = [
    ['organisation', kind === 'organisation' ? null : organisationId],
    ['customer', kind === 'device' ? customerId : null],
  ]
  const [own, ...inherited] = await Promise.all([
    loadLevel(http, {kind, id, organisationId}, options),
    ...above.map(async ([kind, id]) => {
      if (id === null) return 'none'
      return mayRead(kind) ? loadLevel(http, {kind, id, organisationId}, options).catch(unreadable(kind)) : kind
    }),
  ])
  return {
    own,
    inherited: inherited.filter(level => typeof level === 'object'),
    unreadable: inherited.flatMap(level => (level === 'organisation' || level === 'customer' ? [level] : [])),
  }
}

const unreadable =
  (kind: LevelKind) =>
  (error: unknown): LevelKind => {
    if (error instanceof ApiError && (error.status === 403 || error.status === 404)) return kind
    throw error
  }

async function loadLevel(
  http: Http,
  owner: AttributeOwner & {kind: LevelKind},
  options: Options,
): Promise<ThresholdLevel> {
  const attributes = await listAttributes(http, {owner}, options)
  const shared = (name: string): Attribute | null =>
    attributes.find(({scope, key}) => scope === ATTRIBUTE_SCOPES.shared && key === name) ?? null
  return {
    kind: owner.kind,
    id: owner.id,
    attribute: shared(THRESHOLDS_ATTRIBUTE),
    units: unitsFrom(shared(UNITS_ATTRIBUTE)?.value.value),
  }
}

/** Asks what a threshold would have raised on a device. All times are on the server's clock, as those of telemetry. */
export async function tryThreshold(
  http: Http,
  {device, key, threshold, range}: Omit<TrialQuestion, 'devices'> & {device: PreviewDevice; range: TimeRange},
  options: Options = {},
): Promise<Trial> {
  const body = {
    deviceId: device.id,
    key,
    threshold: threshold === null ? {} : thresholdValue(threshold),
    startTs: Math.round(range.start),
    endTs: Math.round(range.end),
  }
  const {occurrences, isWhole} = await http.call(dryRunAlarm, {body, ...options})
  return {isWhole, raised: occurrences.map(occurrence => ({...occurrence, device}))}
}
