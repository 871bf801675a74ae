import type {Facet} from '../../../../domain/telemetry/devices/navigator'
import type {NavigatorRef} from '../../../../machines/telemetry/navigator'
import {texts} from '../texts'
import styles from './Navigator.module.css'

interface Props {
  navigator: NavigatorRef
  field: 'types' | 'labels'
  facets: readonly Facet[]
  chosen: readonly string[]
}

/** All types or labels, to filter by any number of them. */
export function FacetChips({navigator, field, facets, chosen}: Props) {
  if (facets.length === 0) return null
  return (
    <fieldset className={styles.chips}>
      <legend className={styles.legend}>{texts.navigator[field]}</legend>
      {facets.map(({value, devices}) => {
        const title = value === '' ? texts.devices[field === 'types' ? 'noType' : 'noLabel'] : value
        return (
          <button
            key={value}
            type="button"
            className={styles.chip}
            aria-pressed={chosen.includes(value)}
            title={title}
            onClick={() => navigator.send({type: 'filter.toggled', field, value})}
          >
            <span className={styles.number}>{devices}</span> <bdi className={styles.facet}>{title}</bdi>
          </button>
        )
      })}
    </fieldset>
  )
}
