import {walkRoom} from '../support/gallery'

walkRoom('headlines')
