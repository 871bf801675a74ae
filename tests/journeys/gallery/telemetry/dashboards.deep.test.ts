import {readRoom, walkRoom} from '../../support/gallery'

walkRoom('telemetry/dashboards')
readRoom('telemetry/dashboards')
