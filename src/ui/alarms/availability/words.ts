import {type Availability, percentOf} from '../../../../contract/rules/availability'
import type {Milliseconds} from '../../../../contract/wire/common'
import {lengthOf} from '../../../domain/alarms/availability'
import {useApplication} from '../../kit/application'
import {texts} from './texts'

/** Returns the functions that write availability. */
export function useWords() {
  const {formats} = useApplication()
  const percent = (value: number | null) => (value === null ? texts.none : texts.percent(formats.exact(value)))
  return {
    percent,
    length: lengthOf,
    /** Without a share, the reason for it: nothing is known, all was maintenance, or there was no device yet. */
    share(amounts: Availability) {
      const value = percentOf(amounts)
      if (value !== null) return percent(value)
      if (amounts.unknown > 0) return texts.nothingKnown
      return amounts.maintenance > 0 ? texts.onlyMaintenance : texts.notThere
    },
    /** Writes the rest of a goal, or by how much it was missed. */
    left: (time: Milliseconds | null) =>
      time === null ? texts.none : time < 0 ? texts.overdrawn(lengthOf(-time)) : lengthOf(time),
  }
}
