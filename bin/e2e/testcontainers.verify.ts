import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { readMarkdown } from '../dev/test-documents.ts';

/*
 * Compiles the programs of docs/testcontainers.md for each language that is installed. Their libraries are not: the declarations here
 * contain what the programs use of them.
 */

const PROGRAMS = join(import.meta.dirname, '../../docs/testing/testcontainers');
const folder = mkdtempSync(join(tmpdir(), 'fleetkit-testcontainers-'));
afterAll(() => rmSync(folder, { recursive: true }));

function isInstalled(...[program = '', ...args]: readonly string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

function write(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

const JAVA = {
  'org/junit/jupiter/api/Test.java': 'package org.junit.jupiter.api; public @interface Test {}',
  'org/junit/jupiter/api/Assertions.java': `package org.junit.jupiter.api;
    public class Assertions {
      public static void assertEquals(int expected, int actual) {}
      public static void assertTrue(boolean condition) {}
    }`,
  'org/testcontainers/junit/jupiter/Testcontainers.java':
    'package org.testcontainers.junit.jupiter; public @interface Testcontainers {}',
  'org/testcontainers/junit/jupiter/Container.java':
    'package org.testcontainers.junit.jupiter; public @interface Container {}',
  'org/testcontainers/utility/DockerImageName.java': `package org.testcontainers.utility;
    public final class DockerImageName { public static DockerImageName parse(String name) { return null; } }`,
  'org/testcontainers/containers/wait/strategy/WaitStrategy.java':
    'package org.testcontainers.containers.wait.strategy; public interface WaitStrategy {}',
  'org/testcontainers/containers/wait/strategy/HttpWaitStrategy.java': `package org.testcontainers.containers.wait.strategy;
    public class HttpWaitStrategy implements WaitStrategy { public HttpWaitStrategy forPort(int port) { return this; } }`,
  'org/testcontainers/containers/wait/strategy/Wait.java': `package org.testcontainers.containers.wait.strategy;
    public class Wait { public static HttpWaitStrategy forHttp(String path) { return null; } }`,
  'org/testcontainers/containers/GenericContainer.java': `package org.testcontainers.containers;
    public class GenericContainer<SELF extends GenericContainer<SELF>> {
      public GenericContainer(org.testcontainers.utility.DockerImageName image) {}
      public SELF withCommand(String... parts) { return null; }
      public SELF withEnv(String name, String value) { return null; }
      public SELF withExposedPorts(Integer... ports) { return null; }
      public SELF waitingFor(org.testcontainers.containers.wait.strategy.WaitStrategy strategy) { return null; }
      public String getHost() { return null; }
      public Integer getMappedPort(int port) { return null; }
    }`,
};

const GO = {
  'fleet/go.mod': `module fleet
go 1.19
require github.com/testcontainers/testcontainers-go v0.0.0
replace github.com/testcontainers/testcontainers-go => ../testcontainers
`,
  'testcontainers/go.mod': 'module github.com/testcontainers/testcontainers-go\ngo 1.19\n',
  'testcontainers/wait/wait.go': `package wait
type Strategy interface{ isStrategy() }
type HTTPStrategy struct{}
func (*HTTPStrategy) isStrategy() {}
func ForHTTP(path string) *HTTPStrategy { return nil }
func (s *HTTPStrategy) WithPort(port string) *HTTPStrategy { return s }
`,
  'testcontainers/container.go': `package testcontainers
import (
	"context"
	"github.com/testcontainers/testcontainers-go/wait"
)
type TerminateOption func()
type Container interface {
	PortEndpoint(ctx context.Context, port string, proto string) (string, error)
	Terminate(ctx context.Context, options ...TerminateOption) error
}
type ContainerRequest struct {
	Image        string
	Cmd          []string
	Env          map[string]string
	ExposedPorts []string
	WaitingFor   wait.Strategy
}
type GenericContainerRequest struct {
	ContainerRequest
	Started bool
}
func GenericContainer(ctx context.Context, request GenericContainerRequest) (Container, error) { return nil, nil }
`,
};

test.runIf(isInstalled('javac', '-version'))('the program in Java compiles', () => {
  write(JAVA);
  const program = join(PROGRAMS, 'java/FleetTest.java');
  execFileSync('javac', ['-Werror', '-d', join(folder, 'classes'), '-sourcepath', folder, program], { stdio: 'pipe' });
});

test.runIf(isInstalled('go', 'version'))('the program in Go compiles and is formatted', () => {
  write(GO);
  const program = join(PROGRAMS, 'go/fleet_test.go');
  copyFileSync(program, join(folder, 'fleet/fleet_test.go'));
  const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off' };
  execFileSync('go', ['vet', './...'], { cwd: join(folder, 'fleet'), env, stdio: 'pipe' });
  expect(execFileSync('gofmt', ['-l', program], { encoding: 'utf8' })).toBe('');
});

test.runIf(isInstalled('python3', '--version'))('the program in Python compiles', () => {
  const program = "import sys; compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')";
  execFileSync('python3', ['-c', program, join(PROGRAMS, 'python/test_fleet.py')], { stdio: 'pipe' });
});

test('the programs name the image of this version, and the guide states that they are only compiled', () => {
  for (const file of ['java/FleetTest.java', 'go/fleet_test.go', 'python/test_fleet.py'])
    expect(readFileSync(join(PROGRAMS, file), 'utf8')).toContain(`fleetkit:${packageJson.version}`);
  expect(readMarkdown('docs/testcontainers.md').text).toContain('CI compiles these programs and does not run them');
});
