import {useSelector} from '@xstate/react'
import {ageOf} from '../../../domain/format/age'
import {listedText} from '../../../domain/telemetry/format'
import type {AlarmPageRef} from '../../../machines/alarms/page'
import {useApplication} from '../../kit/application'
import {Panel} from '../../kit/Panel'
import {SeverityMark} from '../../kit/SeverityMark'
import {TimeText} from '../../kit/TimeText'
import {useUnits} from '../logic'
import {texts} from '../texts'
import styles from './AlarmPage.module.css'

/** Each time that the alarm was raised. */
export function Occurrences({page}: {page: AlarmPageRef}) {
  const {formats} = useApplication()
  const unitOf = useUnits()
  const history = useSelector(page, ({context}) => context.history)
  if (history === null) return null
  const {alarm, occurrences} = history
  const unit = unitOf(alarm.deviceId, alarm.key)
  return (
    <Panel title={texts.page.occurrences}>
      {occurrences.length === 0 ? (
        <p className={styles.quiet}>{texts.page.noOccurrences}</p>
      ) : (
        <table className={styles.occurrences}>
          <thead>
            <tr>
              <th scope="col">{texts.page.raised}</th>
              <th scope="col">{texts.page.lasted}</th>
              <th scope="col">{texts.page.worst}</th>
              <th scope="col">{texts.page.ended}</th>
              <th scope="col" className={styles.roomy}>
                {texts.columns.acknowledged}
              </th>
            </tr>
          </thead>
          <tbody>
            {occurrences.map(({id, severity, raisedAt, returnedAt, ended, peak, acknowledged}) => {
              const end = returnedAt ?? ended?.at ?? null
              return (
                <tr key={id}>
                  <th scope="row">
                    <SeverityMark severity={severity}>
                      <TimeText at={raisedAt} precision="minute" />
                    </SeverityMark>
                  </th>
                  <td>{end === null ? '–' : ageOf(raisedAt, end)}</td>
                  <td>{peak === null ? '–' : listedText(formats, peak.value, unit)}</td>
                  <td>{ended === null ? texts.page.stands : ended.by === null ? '–' : texts.endedBy[ended.by]}</td>
                  <td className={styles.roomy}>
                    <bdi>{acknowledged?.by ?? '–'}</bdi>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </Panel>
  )
}
