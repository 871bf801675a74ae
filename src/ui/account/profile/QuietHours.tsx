import {Checkbox, NativeSelect} from '@mantine/core'
import {useSelector} from '@xstate/react'
import {minuteText} from '../../../../contract/rules/time/schedule'
import {ALL_DAYS, type QuietHours as Quiet, quietFrom} from '../../../domain/account/preferences'
import {useApplication} from '../../kit/application'
import wide from '../../kit/form/WideForm.module.css'
import styles from './ProfileScreen.module.css'
import {texts} from './texts'

const NONE = ''
const TIMES = Array.from({length: 48}, (_, half) => minuteText(half * 30))

/** The hours without notifications that can wait. */
export function QuietHours() {
  const {preferences, zone} = useApplication()
  const quiet = useSelector(preferences, ({context}) => context.preferences.quiet)
  const change = (next: Quiet | null) => preferences.send({type: 'preferences.changed', change: {quiet: next}})
  return (
    <>
      <div className={wide.fields}>
        <NativeSelect
          label={texts.quiet.from}
          data={[{value: NONE, label: texts.quiet.none}, ...timesWith(quiet?.from)]}
          value={quiet?.from ?? NONE}
          onChange={({currentTarget: {value}}) =>
            change(value === NONE ? null : {...quietFrom(quiet, zone), from: value})
          }
        />
        {quiet !== null && (
          <NativeSelect
            label={texts.quiet.until}
            data={timesWith(quiet.until)}
            value={quiet.until}
            onChange={({currentTarget: {value}}) => change({...quiet, until: value})}
          />
        )}
      </div>
      {quiet !== null && (
        <Checkbox.Group
          label={texts.quiet.days}
          value={quiet.days.map(String)}
          onChange={days => {
            const chosen = ALL_DAYS.filter(day => days.includes(String(day)))
            change(chosen.length === 0 ? null : {...quiet, days: chosen})
          }}
        >
          <div className={styles.days}>
            {texts.quiet.dayNames.split(' ').map((day, at) => (
              <Checkbox key={day} value={String(at + 1)} label={day} />
            ))}
          </div>
        </Checkbox.Group>
      )}
      <p className={styles.quiet}>
        {quiet === null ? texts.quiet.hint : texts.quiet.zone(quiet.zone.replaceAll('_', ' '))}
      </p>
    </>
  )
}

const timesWith = (time: string | undefined): string[] =>
  time === undefined || TIMES.includes(time) ? TIMES : [time, ...TIMES]
