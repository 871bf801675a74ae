import {useSelector} from '@xstate/react'
import {countText} from '../../../../contract/rules/format/numbers'
import {isAny} from '../../../domain/telemetry/devices/deviceStates'
import {CARD_STATUSES} from '../../../domain/telemetry/devices/homeView'
import {SPANS} from '../../../domain/telemetry/series/sparkline'
import type {HomeRef} from '../../../machines/telemetry/home'
import {useApplication} from '../../kit/application'
import {StatusMark} from '../../kit/mark/StatusMark'
import spoken from '../../kit/text/Spoken.module.css'
import {statusOf} from '../freshness/FreshnessMark'
import {texts as freshnessTexts} from '../freshness/texts'
import styles from './HomeTools.module.css'
import {texts} from './texts'

/** Filters the cards by the states of their devices, and chooses the span of the small charts. */
export function HomeTools({home}: {home: HomeRef}) {
  return (
    <div className={styles.tools}>
      <StatusChips home={home} />
      <SpanChoice home={home} />
    </div>
  )
}

function StatusChips({home}: {home: HomeRef}) {
  const {formats} = useApplication()
  const counts = useSelector(home, s => s.context.counts)
  const chosen = useSelector(home, s => s.context.view.statuses)
  return (
    <fieldset className={styles.chips}>
      <legend className={spoken.spoken}>{texts.status}</legend>
      {CARD_STATUSES.map(status => (
        <button
          key={status}
          type="button"
          className={styles.chip}
          data-none={!isAny(counts[status]) || undefined}
          aria-pressed={chosen.includes(status)}
          onClick={() => home.send({type: 'status.toggled', status})}
        >
          <StatusMark status={statusOf(status)}>
            <b>{countText(formats, counts[status])}</b>
          </StatusMark>{' '}
          <span>{freshnessTexts[status]}</span>
        </button>
      ))}
    </fieldset>
  )
}

function SpanChoice({home}: {home: HomeRef}) {
  const chosen = useSelector(home, s => s.context.view.span)
  return (
    <fieldset className={styles.spans}>
      <legend className={spoken.spoken}>{texts.span}</legend>
      {SPANS.map(span => (
        <label key={span}>
          <input
            type="radio"
            name="span"
            className={spoken.spoken}
            checked={span === chosen}
            onChange={() => home.send({type: 'span.chosen', span})}
          />
          <span>{texts.spans[span]}</span>
        </label>
      ))}
    </fieldset>
  )
}
