import type {ReactNode} from 'react'
import {isPulsewall} from '../../../../contract/rules/offer'
import type {Pulsewall} from '../../../../contract/wire/capabilities'
import {useOffered} from '../../kit/application'
import {CopyButton} from '../../kit/text/CopyButton'
import styles from './Line.module.css'
import {texts} from './texts'

interface Props {
  /** The shell or program that takes the line. */
  way: keyof typeof texts.ways
  shown: string
  /** The shown text may hide what must not be seen. Null while there is nothing to copy. */
  copied: string | null
  /** Shown beside the button that copies. */
  mark?: ReactNode
}

/** A line, or some, for a shell or a program. */
export function Line({way, shown, copied, mark}: Props) {
  return (
    <div className={styles.line} data-idle={copied === null || undefined}>
      <div className={styles.header}>
        <h3>{texts.ways[way]}</h3>
        <div className={styles.beside}>
          {mark}
          {copied !== null && <CopyButton what={texts.line(texts.ways[way])} value={copied} />}
        </div>
      </div>
      <pre>{shown}</pre>
    </div>
  )
}

/** The ports to which devices connect by MQTT, as far as the server is known to take it. */
export function useMqtt(): Pulsewall['mqtt'] {
  const offered = useOffered()
  return isPulsewall(offered) ? offered.mqtt : undefined
}
