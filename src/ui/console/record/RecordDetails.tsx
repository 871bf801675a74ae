import type {ConsoleRecord, Description} from '../../../domain/console/records/description'
import {typedText} from '../../../domain/console/records/draft'
import {mayDescribe} from '../../../domain/rights'
import {useViewer} from '../../kit/viewer'
import {Attributes} from '../attributes/Attributes'
import {DevicePanels} from '../device/DevicePanels'
import {Thresholds} from '../thresholds/Thresholds'
import {Overview} from './Overview'
import styles from './RecordDetails.module.css'

export function RecordDetails({description, record}: {description: Description; record: ConsoleRecord}) {
  const {kind} = description
  const isReadOnly = !mayDescribe(useViewer(), description, record)
  const overview = <Overview description={description} record={record} />
  const attributes = (
    <Attributes
      kind={kind}
      isReadOnly={isReadOnly}
      id={record.id}
      organisationId={organisationOf(description, record)}
    />
  )
  if (kind === 'device') {
    const customerId = typedText(record.values.customerId)
    const owner = {kind, id: record.id, organisationId: organisationOf(description, record)}
    const thresholds = <Thresholds {...{...owner, isReadOnly}} customerId={customerId === '' ? null : customerId} />
    return <DevicePanels record={record} overview={overview} attributes={attributes} thresholds={thresholds} />
  }
  return (
    <div className={styles.columns}>
      {overview}
      {kind === 'customer' ? (
        <div className={styles.column}>
          <Thresholds
            kind={kind}
            isReadOnly={isReadOnly}
            id={record.id}
            organisationId={organisationOf(description, record)}
            customerId={null}
          />
          {attributes}
        </div>
      ) : (
        attributes
      )}
    </div>
  )
}

function organisationOf({kind}: Description, {id, values}: ConsoleRecord): string | null {
  const organisationId = kind === 'organisation' ? id : typedText(values.organisationId)
  return organisationId === '' ? null : organisationId
}
