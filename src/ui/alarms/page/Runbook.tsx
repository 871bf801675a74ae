import {runbookAddress} from '../../../../contract/rules/thresholds'
import {texts} from '../texts'
import styles from './Runbook.module.css'

/** A note for the person on call. */
export function Runbook({runbook}: {runbook: string}) {
  const address = runbookAddress(runbook)
  return (
    <section className={styles.runbook} aria-label={texts.page.runbook}>
      <strong>{texts.page.runbook}</strong>
      {address === null ? (
        <p dir="auto">{runbook}</p>
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          {address}
        </a>
      )}
    </section>
  )
}
