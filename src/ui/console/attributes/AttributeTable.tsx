import {useSelector} from '@xstate/react'
import {scopeName} from '../../../../contract/rules/scopeName'
import type {AttributeScope} from '../../../../contract/wire/attribute'
import {attributesIn} from '../../../domain/console/attribute'
import type {AttributesRef} from '../../../machines/console/attributes'
import {AttributeRow} from './AttributeRow'
import styles from './Attributes.module.css'
import {texts} from './texts'

interface Props {
  attributes: AttributesRef
  scope: AttributeScope
}

export function AttributeTable({attributes, scope}: Props) {
  const all = useSelector(attributes, ({context}) => context.attributes)
  return (
    <table className={styles.table} aria-label={`${texts.title}: ${texts.scopes[scopeName(scope)]}`}>
      <thead>
        <tr>
          <th scope="col">{texts.columns.key}</th>
          <th scope="col">{texts.columns.value}</th>
          <th scope="col" className={styles.wide}>
            {texts.columns.type}
          </th>
          <th scope="col" className={styles.wide} data-number>
            {texts.columns.updated}
          </th>
          <th scope="col" className={styles.wide} data-number>
            {texts.columns.version}
          </th>
          <th scope="col">{texts.columns.actions}</th>
        </tr>
      </thead>
      <tbody>
        {attributesIn(all, scope).map(attribute => (
          <AttributeRow key={attribute.key} {...{attributes, attribute}} />
        ))}
      </tbody>
    </table>
  )
}
