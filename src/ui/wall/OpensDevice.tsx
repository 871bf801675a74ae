import type {MouseEvent, ReactNode} from 'react'
import type {WallRef} from '../../machines/wall/wall'
import styles from './OpensDevice.module.css'

interface Props {
  deviceId: string
  className?: string | undefined
  children: ReactNode
}

/** The name of a device in a panel, whose card it opens beside the wall. */
export const OpensDevice = ({deviceId, className = '', children}: Props) => (
  <button type="button" className={`${styles.opens} ${className}`} data-opens={deviceId}>
    {children}
  </button>
)

/** Opens the card of the device that a pressed element names in `data-opens`, also where its panel is painted. */
export function openPressed({target}: MouseEvent, wall: WallRef) {
  const deviceId = target instanceof Element ? target.closest<HTMLElement>('[data-opens]')?.dataset.opens : undefined
  if (deviceId !== undefined) wall.send({type: 'view.changed', change: {deviceId}, history: 'push'})
}
