import type {Availability} from '../../../../contract/rules/availability'
import type {Milliseconds} from '../../../../contract/wire/common'
import {percentOf} from '../../../domain/alarms/availability'
import {ageOf} from '../../../domain/format/age'
import {useApplication} from '../../kit/application'
import {texts} from './texts'

/** How availability is written. */
export function useWords() {
  const {formats} = useApplication()
  const percent = (value: number | null) =>
    value === null ? texts.none : texts.percent(formats.number(value, {digits: 2}))
  const length = (time: Milliseconds) => ageOf(0, time)
  return {
    percent,
    length,
    share(amounts: Availability) {
      const value = percentOf(amounts)
      return value === null ? texts.nothingKnown : percent(value)
    },
    /** What is left of a goal, or by how much it was missed. */
    left: (time: Milliseconds | null) =>
      time === null ? texts.none : time < 0 ? texts.overdrawn(length(-time)) : length(time),
  }
}
