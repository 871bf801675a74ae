import {NativeSelect} from '@mantine/core'
import {HOUR, MINUTE} from '../../../../contract/rules/time/durations'
import {RAISED, type RaisedBetween, type RaisedFilter} from '../../../domain/alarms/filter'
import {useApplication} from '../../kit/application'
import {MinuteField} from '../../kit/form/MinuteField'
import {useAlarms} from '../logic'
import {texts} from '../texts'
import styles from './Filters.module.css'

const BETWEEN = 'between'

interface Props {
  raised: RaisedFilter | null
  onChosen: (raised: RaisedFilter | null) => void
}

/** The time in which the listed alarms were raised. */
export function RaisedChoice({raised, onChosen}: Props) {
  const {logic} = useAlarms()
  const isBetween = raised !== null && typeof raised === 'object'
  const choose = (value: string) => {
    if (value !== BETWEEN) return onChosen(RAISED.find(known => known === value) ?? null)
    const now = logic.now()
    onChosen({from: now - (now % MINUTE) - 8 * HOUR, to: null})
  }
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={texts.raised.label}
        value={isBetween ? BETWEEN : (raised ?? '')}
        onChange={({currentTarget: {value}}) => choose(value)}
        data={[
          {value: '', label: `${texts.raised.label}: ${texts.filters.any}`},
          ...RAISED.map(value => ({value, label: texts.raised.choices[value]})),
          {value: BETWEEN, label: texts.raised.between},
        ]}
      />
      {isBetween && <Between between={raised} onChosen={onChosen} />}
    </>
  )
}

function Between({between, onChosen}: {between: RaisedBetween; onChosen: Props['onChosen']}) {
  const {zone} = useApplication()
  const change = (change: Partial<RaisedBetween>) => {
    const next = {...between, ...change}
    onChosen(next.from === null && next.to === null ? null : next)
  }
  const isReversed = between.from !== null && between.to !== null && between.to < between.from
  return (
    <div className={styles.between}>
      <MinuteField label={texts.raised.from} at={between.from} zone={zone} onChosen={from => change({from})} />
      <MinuteField
        label={texts.raised.to}
        at={between.to}
        zone={zone}
        error={isReversed ? texts.raised.reversed : null}
        onChosen={to => change({to})}
      />
    </div>
  )
}
