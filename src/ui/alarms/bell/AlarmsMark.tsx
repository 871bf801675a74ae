import {useSelector} from '@xstate/react'
import {type ComponentType, useId, useState} from 'react'
import {SEVERITIES} from '../../../../contract/rules/thresholds'
import type {BellRef} from '../../../machines/alarms/bell'
import {useApplication} from '../../kit/application'
import {LazyPart} from '../../kit/loading/LazyPart'
import {IconBell} from '../../kit/mark/icons'
import {SeverityMark} from '../../kit/mark/SeverityMark'
import spoken from '../../kit/text/Spoken.module.css'
import styles from './AlarmsMark.module.css'
import type {BellPanelProps} from './BellPanel'
import {texts} from './texts'

interface Props {
  bell: BellRef
  /** Loads the list that opens. */
  panel: () => Promise<ComponentType<BellPanelProps>>
}

/** Says in the bar above each screen how many alarms nobody has acknowledged, and opens a list of them. */
export function AlarmsMark({bell, panel}: Props) {
  const id = useId()
  const anchorName = `--bell-${id.replaceAll(/\W/g, '')}`
  const [isOpen, setIsOpen] = useState(false)
  const {formats} = useApplication()
  const unacknowledged = useSelector(bell, ({context}) => context.counts?.unacknowledged)
  const isCurrent = useSelector(bell, snapshot => snapshot.hasTag('counted'))
  const counted = SEVERITIES.toReversed().flatMap(severity => {
    const count = unacknowledged?.[severity] ?? null
    return count === null || count === 0 ? [] : [{severity, count}]
  })
  const isOutdated = unacknowledged !== undefined && !isCurrent
  const title = isOutdated ? `${labelOf(unacknowledged)} (${texts.outdated})` : labelOf(unacknowledged)
  return (
    <>
      <button
        type="button"
        className={styles.mark}
        title={title}
        popoverTarget={id}
        aria-haspopup="dialog"
        style={{anchorName}}
        data-outdated={isOutdated || undefined}
      >
        {counted.length === 0 && <IconBell size={16} aria-hidden />}
        <span className={spoken.spoken}>{title}</span>
        {counted.map(({severity, count}) => (
          <SeverityMark key={severity} severity={severity}>
            <span>
              {formats.exact(count)}
              <span className={spoken.spoken}> {texts.counted[severity]}</span>
            </span>
          </SeverityMark>
        ))}
      </button>
      <div
        id={id}
        popover="auto"
        role="dialog"
        className={styles.panel}
        style={{positionAnchor: anchorName}}
        aria-label={texts.panel.label}
        onToggle={({newState}) => setIsOpen(newState === 'open')}
      >
        {isOpen && (
          <LazyPart load={panel}>
            {Panel => <Panel onLeft={() => document.getElementById(id)?.hidePopover()} />}
          </LazyPart>
        )}
      </div>
    </>
  )
}

interface Counts {
  warning: number
  critical: number
}

function labelOf(counts: Counts | undefined): string {
  if (counts === undefined) return texts.unknown
  return counts.critical + counts.warning === 0 ? texts.none : texts.unacknowledged
}
