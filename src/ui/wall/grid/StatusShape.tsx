import type {MarkedStatus} from '../../../domain/telemetry/devices/worstFirst'
import {SEVERITY_SHAPES} from '../../kit/mark/SeverityMark'
import {STATUS_SHAPES} from '../../kit/mark/StatusMark'
import styles from './StatusShape.module.css'

/** The shape of a status; normal is a ring, as nothing is to be done about it. */
export function StatusShape({status}: {status: MarkedStatus}) {
  return (
    <svg className={styles.shape} viewBox="0 0 12 12" data-shape={status} aria-hidden="true">
      <path d={WALL_SHAPES[status]} />
    </svg>
  )
}

export const WALL_SHAPES: Readonly<Record<MarkedStatus, string>> = {
  linkDown: STATUS_SHAPES.down,
  critical: SEVERITY_SHAPES.critical,
  late: `${STATUS_SHAPES.late}M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z`,
  warning: SEVERITY_SHAPES.warning,
  never: STATUS_SHAPES.never,
  notRead: STATUS_SHAPES.notRead,
  fresh: STATUS_SHAPES.off,
  replay: STATUS_SHAPES.off,
}

/** A ring with a bar through it, of an alarm that a user has hidden for now. */
export const HIDDEN_SHAPE = 'M6 1.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9zM3 6H9'
