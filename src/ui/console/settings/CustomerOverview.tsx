import {Link} from 'react-router-dom'
import {customers} from '../../../domain/console/records/customers'
import type {ConsoleRecord} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import {Panel} from '../../kit/Panel'
import {Attributes} from '../attributes/Attributes'
import {Overview} from '../record/Overview'
import {Thresholds} from '../thresholds/Thresholds'
import styles from './Settings.module.css'
import type {NamedPage} from './Tasks'
import {texts} from './texts'

interface Props {
  customer: ConsoleRecord
  pages: readonly NamedPage[]
}

/** The things that a customer's admin can do, then the thresholds, and the record last. */
export function CustomerOverview({customer, pages}: Props) {
  const organisationId = typedText(customer.values.organisationId) || null
  const owner = {kind: 'customer', id: customer.id, organisationId} as const
  return (
    <div className={styles.page}>
      <Panel title={texts.title}>
        <ul className={styles.tasks}>
          {pages.map(({name, label, to}) => (
            <li key={name}>
              <Link to={to}>
                <strong>{label}</strong>
                <span className={styles.state}>{(name === 'users' || name === 'devices') && texts.customer[name]}</span>
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
      <Thresholds {...owner} customerId={null} isReadOnly />
      <section>
        <Overview description={customers} record={customer} />
      </section>
      <Attributes {...owner} isReadOnly />
    </div>
  )
}
