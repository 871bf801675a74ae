import {type Day, inMonth, inYear, monthOf, type Place, sevenths, weekdayOf, weekOf} from './days'
import {hasDays, type Rule, type RuleWeekday} from './rule'

/** Returns whether a rule names a day. The parts that it leaves out are as on its first day. */
export function namedBy(rule: Rule, firstDay: Day): (day: Day) => boolean {
  const {months, monthDays, yearDays, weeks, weekdays, weekStart} = withDefaults(rule, firstDay)
  const spanOf = rule.frequency === 'MONTHLY' || rule.months.length > 0 ? inMonth : inYear
  const byWeekday = Array.from({length: 7}, (_, weekday) => ordinalsOf(weekdays, weekday))
  const isOneOf = (day: Day, ordinals: Ordinals) =>
    ordinals === 'every' || (ordinals !== 'none' && isAt(ordinals, sevenths(spanOf(day))))
  const limits: readonly ((day: Day) => boolean)[] = [
    ...(weekdays.length > 0 ? [(day: Day) => isOneOf(day, byWeekday[weekdayOf(day)] ?? 'none')] : []),
    ...(months.length > 0 ? [(day: Day) => months.includes(monthOf(day))] : []),
    ...(monthDays.length > 0 ? [(day: Day) => isAt(monthDays, inMonth(day))] : []),
    ...(yearDays.length > 0 ? [(day: Day) => isAt(yearDays, inYear(day))] : []),
    ...(weeks.length > 0 ? [(day: Day) => isAt(weeks, weekOf(day, weekStart))] : []),
  ]
  return day => limits.every(allows => allows(day))
}

/** The selected ones of a weekday, within the month or year. */
type Ordinals = 'every' | 'none' | readonly number[]

function ordinalsOf(weekdays: readonly RuleWeekday[], weekday: number): Ordinals {
  const found = weekdays.filter(item => item.weekday === weekday)
  if (found.length === 0) return 'none'
  const ordinals = found.flatMap(({ordinal}) => ordinal ?? [])
  return ordinals.length < found.length ? 'every' : ordinals
}

const isAt = (list: readonly number[], {at, of}: Place): boolean => list.includes(at) || list.includes(at - of - 1)

function withDefaults(rule: Rule, firstDay: Day): Rule {
  const sameWeekday = [{weekday: weekdayOf(firstDay), ordinal: null}]
  const {weeks, monthDays, yearDays, weekdays} = rule
  const isWeekAlone = weeks.length > 0 && monthDays.length + yearDays.length + weekdays.length === 0
  if (isWeekAlone) return {...rule, weekdays: sameWeekday}
  if (hasDays(rule)) return rule
  const sameDay = [inMonth(firstDay).at]
  switch (rule.frequency) {
    case 'DAILY':
      return rule
    case 'WEEKLY':
      return {...rule, weekdays: sameWeekday}
    case 'MONTHLY':
      return {...rule, monthDays: sameDay}
    case 'YEARLY':
      return {...rule, monthDays: sameDay, months: rule.months.length > 0 ? rule.months : [monthOf(firstDay)]}
    default:
      return rule.frequency satisfies never
  }
}
