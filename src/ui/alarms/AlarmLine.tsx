import {Button} from '@mantine/core'
import {Link} from 'react-router-dom'
import {type Alarm, shownSeverity} from '../../domain/alarm'
import {alarmPath} from '../alarmPaths'
import {useApplication} from '../kit/application'
import {SeverityMark} from '../kit/mark/SeverityMark'
import spoken from '../kit/text/Spoken.module.css'
import {texts as kit} from '../kit/text/texts'
import styles from './AlarmLine.module.css'
import {Age, CrossedLimit, Since, ValueOfSeverity} from './facts'
import {PresentValue} from './PresentValue'
import {texts} from './texts'
import {stateText} from './words'

interface Props {
  alarm: Alarm
  /** Whether all alarms around it are of the same device, which is named there. */
  isOfOneDevice?: boolean
  mayAcknowledge: boolean
  onAcknowledged: (button: HTMLElement) => void
  /** The viewer goes to the page of the alarm. */
  onLeft?: () => void
}

/** An alarm where there is little room: its name, its state, and the first action. */
export function AlarmLine({alarm, isOfOneDevice = false, mayAcknowledge, onAcknowledged, onLeft}: Props) {
  const {formats} = useApplication()
  const {id, deviceName, key} = alarm
  const severity = shownSeverity(alarm) ?? 'warning'
  return (
    <li className={styles.line} data-alarm={id}>
      <span className={styles.what}>
        <SeverityMark severity={severity}>
          <span className={spoken.spoken}>{kit.severities[severity]}</span>
        </SeverityMark>{' '}
        <Link to={alarmPath(id)} onClick={onLeft}>
          {!isOfOneDevice && (
            <>
              <bdi>{deviceName}</bdi>:{' '}
            </>
          )}
          <bdi>{key}</bdi>
        </Link>
      </span>
      <span className={styles.facts}>
        <PresentValue alarm={alarm} />
        <CrossedLimit alarm={alarm} />
        {isOfOneDevice && <span>{stateText(alarm, formats)}</span>}
        <ValueOfSeverity alarm={alarm} />
        <span>
          <Since alarm={alarm} /> (<Age alarm={alarm} />)
        </span>
      </span>
      {mayAcknowledge && (
        <Button
          size="xs"
          variant="default"
          aria-label={texts.acknowledgeWhat(deviceName, key)}
          onClick={({currentTarget}) => onAcknowledged(currentTarget)}
        >
          {texts.actions.acknowledge}
        </Button>
      )}
    </li>
  )
}
