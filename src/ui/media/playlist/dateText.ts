import {HOUR} from '../../../../contract/rules/time/durations'
import {instantOf} from '../../../../contract/rules/time/wallTime'
import type {Formats} from '../../../domain/format/formats'

/** Writes a day of the calendar such as 2026-12-24 in the format of the page. Its noon is on that day in any zone. */
export const dateText = (day: string, formats: Formats): string =>
  formats.date(instantOf(Date.parse(day) + 12 * HOUR, formats.zone))
