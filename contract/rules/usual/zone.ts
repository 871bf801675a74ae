import type {Json} from '../../wire/common'
import {timeZone} from '../../wire/telemetry/telemetry'
import {isRecord} from '../json'

/** The shared attribute of an organisation by the weeks of whose `timeZone` its series are learned. */
export const USUAL_ATTRIBUTE = 'usual'

/** The time zone that the attribute names; UTC where it names none. */
export function usualZone(setting: Json | undefined): string {
  const zone = isRecord(setting) ? timeZone.safeParse(setting.timeZone).data : undefined
  return zone ?? 'UTC'
}
