import {walkRoom} from '../../support/gallery'

walkRoom('telemetry/dashboards')
